(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i32 i32 i64 i32 i32 i32 i32 i32 i32 i32 v128 i32 i32 v128 v128 v128 v128 v128 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 v128)
    local.get 0
    i32.load offset=8 align=1
    local.set 3
    local.get 3
    i32.load offset=8 align=1
    local.set 6
    local.get 3
    i32.load align=1
    local.set 7
    local.get 3
    i32.load offset=8 align=1
    local.set 8
    local.get 8
    i32.const 0
    i32.sub
    i32.const 0
    local.get 8
    i32.const 0
    i32.gt_u
    select
    local.set 9
    local.get 1
    i64.eqz
    i32.eqz
    if
      local.get 1
      local.get 0
      i32.load offset=16 align=1
      i64.extend_i32_u
      local.set 13
      local.set 14
      local.get 14
      local.get 13
      i64.rem_u
      i32.wrap_i64
      local.set 10
      local.get 14
      local.get 13
      i64.div_u
      local.get 0
      i32.load offset=20 align=1
      i64.extend_i32_u
      local.set 15
      local.set 16
      local.get 16
      local.get 15
      i64.rem_u
      i32.wrap_i64
      local.set 11
      local.get 16
      local.get 15
      i64.div_u
      i32.wrap_i64
      local.set 12
    end
    local.get 0
    i32.load offset=28 align=1
    i32.eqz
    local.set 17
    i64.const 0
    local.set 18
    i64.const 0
    i64.const 1
    i64.const 0
    i64.mul
    i64.add
    local.get 18
    i64.or
    local.set 18
    local.get 6
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 1
    local.get 0
    i32.load offset=16 align=1
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.mul
    i64.add
    i64.const 0
    i64.add
    i64.sub
    local.get 18
    i64.or
    local.set 18
    local.get 18
    i64.const 0
    i64.ge_s
    local.set 19
    block
      local.get 2
      i32.eqz
      br_if 0
      loop
        local.get 0
        local.get 1
        i64.store offset=48 align=1
        i64.const 0
        local.set 4
        local.get 0
        local.set 20
        loop
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=384 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=368 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=352 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=336 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=320 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=304 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=288 align=1
          local.get 20
          v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
          v128.store offset=272 align=1
          local.get 20
          i32.const 128
          i32.add
          local.tee 20
          local.get 0
          i32.const 256
          i32.add
          i32.ne
          br_if 0
        end
        local.get 4
        i64.const 368
        i64.add
        local.set 4
        local.get 10
        local.set 21
        local.get 19
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 22
          i64.const 0
          i64.const 1
          local.get 10
          i64.extend_i32_u
          i64.mul
          i64.add
          local.get 22
          i64.or
          local.set 22
          local.get 6
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 1
          local.get 10
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 0
          i64.add
          i64.sub
          local.get 22
          i64.or
          local.set 22
          local.get 22
          i64.const 0
          i64.ge_s
        end
        local.get 17
        i32.and
        if
          i32.const 0
          local.set 23
          loop
            local.get 23
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 24
            local.get 24
            local.set 25
            local.get 25
            i32.const 2
            i32.shl
            local.set 26
          end
          local.get 4
          i64.const 72
          i64.add
          local.set 4
          i32.const 0
          local.set 27
          loop
            local.get 27
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 28
            local.get 28
            local.set 25
            local.get 25
            i32.const 2
            i32.shl
            local.set 26
            local.get 0
            local.get 28
            i32.const 2
            i32.shl
            i32.add
            local.set 29
            local.get 29
            i32.load8_u offset=527 align=1
            drop
            local.get 29
            v128.load offset=272 align=1
            local.set 30
            local.get 25
            i32.const 32
            i32.add
            local.set 31
            local.get 31
            i32.const 2
            i32.shl
            local.set 32
            local.get 29
            v128.load offset=400 align=1
            local.set 33
            local.get 30
            local.get 33
            i32x4.add
            local.set 34
            local.get 29
            local.get 34
            v128.store offset=272 align=1
            local.get 29
            v128.load offset=288 align=1
            local.set 35
            local.get 29
            v128.load offset=416 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=288 align=1
            local.get 29
            v128.load offset=304 align=1
            local.set 35
            local.get 29
            v128.load offset=432 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=304 align=1
            local.get 29
            v128.load offset=320 align=1
            local.set 35
            local.get 29
            v128.load offset=448 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=320 align=1
            local.get 29
            v128.load offset=336 align=1
            local.set 35
            local.get 29
            v128.load offset=464 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=336 align=1
            local.get 29
            v128.load offset=352 align=1
            local.set 35
            local.get 29
            v128.load offset=480 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=352 align=1
            local.get 29
            v128.load offset=368 align=1
            local.set 35
            local.get 29
            v128.load offset=496 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=368 align=1
            local.get 29
            v128.load offset=384 align=1
            local.set 35
            local.get 29
            v128.load offset=512 align=1
            local.set 36
            local.get 35
            local.get 36
            i32x4.add
            local.set 37
            local.get 29
            local.get 37
            v128.store offset=384 align=1
          end
          local.get 4
          i64.const 4
          i64.add
          local.set 4
          i32.const 0
          local.set 38
          loop
            local.get 38
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 39
            v128.const i32x4 0xffffffff 0x00000000 0x00000000 0x00000000
            local.set 40
            local.get 0
            i32.const 0
            i32.add
            i32.load offset=272 align=1
            local.set 41
            local.get 7
            local.get 21
            i32.const 4
            i32.mul
            i32.add
            local.get 41
            i32.store align=1
          end
        else
          i32.const 0
          local.set 42
          loop
            local.get 42
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 43
            local.get 43
            local.set 25
            local.get 25
            i32.const 2
            i32.shl
            local.set 26
            local.get 42
            i32.const 1
            i32.add
            local.tee 42
            i32.const 16
            i32.lt_u
            br_if 0
          end
          local.get 4
          i64.const 72
          i64.add
          local.set 4
          i32.const 0
          local.set 44
          loop
            local.get 44
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 45
            local.get 45
            local.set 25
            local.get 25
            i32.const 2
            i32.shl
            local.set 26
            local.get 0
            local.get 26
            i32.add
            v128.load offset=272 align=1
            local.set 30
            local.get 25
            i32.const 32
            i32.add
            local.set 31
            local.get 31
            i32.const 2
            i32.shl
            local.set 32
            local.get 0
            local.get 32
            i32.add
            v128.load offset=272 align=1
            local.set 33
            local.get 30
            local.get 33
            i32x4.add
            local.set 34
            local.get 0
            local.get 26
            i32.add
            local.get 34
            v128.store offset=272 align=1
            local.get 44
            i32.const 1
            i32.add
            local.tee 44
            i32.const 8
            i32.lt_u
            br_if 0
          end
          local.get 4
          i64.const 4
          i64.add
          local.set 4
          i32.const 0
          local.set 46
          loop
            local.get 46
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 47
            v128.const i32x4 0xffffffff 0x00000000 0x00000000 0x00000000
            local.set 48
            local.get 0
            i32.const 0
            i32.add
            i32.load offset=272 align=1
            local.set 41
            local.get 21
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 21
              i32.const 4
              i32.mul
              i32.add
              local.get 41
              i32.store align=1
            else
              local.get 21
              local.get 6
              i32.const 0
              local.get 7
              local.get 21
              i32.const 4
              i32.mul
              i32.add
              i32.const 0
              i32.add
              i32.const 0
              local.get 41
              i32x4.splat
              local.get 48
              i32x4.bitmask
              call 2
            end
          end
        end
        local.get 4
        local.get 0
        i64.load align=1
        i64.gt_u
        if
          local.get 0
          local.get 4
          i64.store offset=32 align=1
          local.get 0
          i32.const 3
          i32.store offset=96 align=1
          local.get 0
          i32.load offset=12 align=1
          call 0
          local.get 4
          local.get 0
          i64.load align=1
          i64.gt_u
          if
            local.get 0
            i32.const 1
            i32.store offset=40 align=1
            local.get 0
            i32.const 1
            i32.store offset=44 align=1
            local.get 0
            local.get 5
            i64.store offset=56 align=1
            local.get 0
            local.get 5
            local.get 4
            i64.add
            i64.store offset=32 align=1
            return
          end
        end
        local.get 5
        local.get 4
        i64.add
        local.set 5
        local.get 10
        i32.const 1
        i32.add
        local.tee 10
        local.get 0
        i32.load offset=16 align=1
        i32.eq
        if
          i32.const 0
          local.set 10
          local.get 11
          i32.const 1
          i32.add
          local.tee 11
          local.get 0
          i32.load offset=20 align=1
          i32.eq
          if
            i32.const 0
            local.set 11
            local.get 12
            i32.const 1
            i32.add
            local.set 12
          end
        end
        local.get 1
        i64.const 1
        i64.add
        local.set 1
        local.get 2
        i32.const 1
        i32.sub
        local.tee 2
        br_if 0
      end
    end
    local.get 0
    local.get 5
    i64.store offset=32 align=1
  )
  (func $edge.store32 (param i32 i32 i32 i32 i32 v128 i32)
    local.get 0
    local.get 1
    i32.lt_u
    if
      local.get 6
      i32.const 1
      i32.and
      if
        local.get 3
        local.get 5
        i32x4.extract_lane 0
        i32.store align=1
      end
    end
    local.get 0
    local.get 2
    i32.add
    local.set 0
    local.get 3
    local.get 4
    i32.add
    local.set 3
    local.get 0
    local.get 1
    i32.lt_u
    if
      local.get 6
      i32.const 2
      i32.and
      if
        local.get 3
        local.get 5
        i32x4.extract_lane 1
        i32.store align=1
      end
    end
    local.get 0
    local.get 2
    i32.add
    local.set 0
    local.get 3
    local.get 4
    i32.add
    local.set 3
    local.get 0
    local.get 1
    i32.lt_u
    if
      local.get 6
      i32.const 4
      i32.and
      if
        local.get 3
        local.get 5
        i32x4.extract_lane 2
        i32.store align=1
      end
    end
    local.get 0
    local.get 2
    i32.add
    local.set 0
    local.get 3
    local.get 4
    i32.add
    local.set 3
    local.get 0
    local.get 1
    i32.lt_u
    if
      local.get 6
      i32.const 8
      i32.and
      if
        local.get 3
        local.get 5
        i32x4.extract_lane 3
        i32.store align=1
      end
    end
    local.get 0
    local.get 2
    i32.add
    local.set 0
    local.get 3
    local.get 4
    i32.add
    local.set 3
  )
)
