(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i32 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 v128 i32 v128 v128 v128 i32 i64)
    local.get 0
    i32.load offset=8 align=1
    local.set 3
    local.get 3
    i32.load offset=256 align=1
    local.set 6
    local.get 3
    i32.load offset=260 align=1
    local.set 7
    local.get 3
    i32.load align=1
    local.set 8
    local.get 3
    i32.load offset=4 align=1
    local.set 9
    local.get 3
    i32.load offset=8 align=1
    local.set 10
    local.get 3
    i32.load offset=264 align=1
    local.set 11
    local.get 1
    i64.eqz
    i32.eqz
    if
      local.get 1
      local.get 0
      i32.load offset=16 align=1
      i64.extend_i32_u
      local.set 15
      local.set 16
      local.get 16
      local.get 15
      i64.rem_u
      i32.wrap_i64
      local.set 12
      local.get 16
      local.get 15
      i64.div_u
      local.get 0
      i32.load offset=20 align=1
      i64.extend_i32_u
      local.set 17
      local.set 18
      local.get 18
      local.get 17
      i64.rem_u
      i32.wrap_i64
      local.set 13
      local.get 18
      local.get 17
      i64.div_u
      i32.wrap_i64
      local.set 14
    end
    local.get 0
    i32.load offset=28 align=1
    i32.eqz
    local.get 6
    i64.extend_i32_u
    local.get 7
    i64.extend_i32_u
    i64.add
    local.get 8
    i64.extend_i32_u
    i64.le_u
    local.get 8
    i64.extend_i32_u
    local.get 9
    i64.extend_i32_u
    i64.add
    local.get 6
    i64.extend_i32_u
    i64.le_u
    i32.or
    i32.and
    local.set 19
    i64.const 0
    local.set 20
    i64.const 0
    i64.const 16384
    i64.const 0
    i64.mul
    i64.add
    i64.const 0
    i64.add
    i64.const 16
    i64.const 0
    i64.mul
    i64.add
    i64.const 0
    i64.add
    local.get 20
    i64.or
    local.set 20
    local.get 10
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 16384
    local.get 0
    i32.load offset=20 align=1
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.mul
    i64.add
    i64.const 15360
    i64.add
    i64.const 16
    local.get 0
    i32.load offset=16 align=1
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.mul
    i64.add
    i64.const 15
    i64.add
    i64.const 1024
    i64.add
    i64.sub
    local.get 20
    i64.or
    local.set 20
    i64.const 0
    i64.const 16384
    i64.const 0
    i64.mul
    i64.add
    i64.const 0
    i64.add
    i64.const 16
    i64.const 0
    i64.mul
    i64.add
    i64.const 0
    i64.add
    local.get 20
    i64.or
    local.set 20
    local.get 11
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 16384
    local.get 0
    i32.load offset=20 align=1
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.mul
    i64.add
    i64.const 15360
    i64.add
    i64.const 16
    local.get 0
    i32.load offset=16 align=1
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.mul
    i64.add
    i64.const 15
    i64.add
    i64.const 0
    i64.add
    i64.sub
    local.get 20
    i64.or
    local.set 20
    local.get 20
    i64.const 0
    i64.ge_s
    local.set 21
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
        i32.const 1
        local.set 22
        local.get 4
        i64.const 768
        i64.add
        local.set 4
        local.get 21
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 23
          i64.const 0
          i64.const 16384
          local.get 13
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 0
          i64.add
          i64.const 16
          local.get 12
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 0
          i64.add
          local.get 23
          i64.or
          local.set 23
          local.get 10
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 16384
          local.get 13
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 15360
          i64.add
          i64.const 16
          local.get 12
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 15
          i64.add
          i64.const 1024
          i64.add
          i64.sub
          local.get 23
          i64.or
          local.set 23
          i64.const 0
          i64.const 16384
          local.get 13
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 0
          i64.add
          i64.const 16
          local.get 12
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 0
          i64.add
          local.get 23
          i64.or
          local.set 23
          local.get 11
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 16384
          local.get 13
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 15360
          i64.add
          i64.const 16
          local.get 12
          i64.extend_i32_u
          i64.mul
          i64.add
          i64.const 15
          i64.add
          i64.const 0
          i64.add
          i64.sub
          local.get 23
          i64.or
          local.set 23
          local.get 23
          i64.const 0
          i64.ge_s
        end
        local.get 19
        i32.and
        if
          local.get 4
          local.get 0
          i64.load align=1
          i64.le_u
          if
            local.get 0
            i32.load offset=16 align=1
            local.get 12
            i32.sub
            local.set 22
            local.get 2
            local.get 22
            local.get 2
            local.get 22
            i32.lt_u
            select
            local.set 22
            i32.const 32
            local.get 22
            i32.const 32
            local.get 22
            i32.lt_u
            select
            local.set 22
            local.get 12
            local.set 24
            local.get 24
            local.get 22
            i32.add
            i32.const 1
            i32.sub
            local.set 12
            local.get 21
            i32.eqz
            if
              i32.const 1
              local.set 22
            end
            local.get 24
            local.set 12
          end
          i32.const 0
          local.set 25
          loop
            local.get 12
            local.set 26
            local.get 26
            local.get 22
            i32.add
            local.set 27
            loop
              local.get 25
              i32.const 2
              i32.shl
              i32.const 0
              i32.add
              local.set 28
              local.get 28
              i32.const 15
              i32.and
              local.get 12
              i32.const 16
              i32.mul
              i32.add
              local.set 29
              local.get 28
              i32.const 4
              i32.shr_u
              local.get 13
              i32.const 16
              i32.mul
              i32.add
              local.set 30
              local.get 30
              i32.const 1024
              i32.mul
              local.set 31
              local.get 31
              local.get 29
              i32.add
              local.set 32
              local.get 8
              local.get 32
              i32.const 4
              i32.mul
              i32.add
              local.set 33
              local.get 33
              i32.load8_u offset=16447 align=1
              drop
              local.get 33
              v128.load align=1
              local.set 34
              local.get 32
              i32.const 1024
              i32.add
              local.set 35
              local.get 33
              v128.load offset=4096 align=1
              local.set 36
              local.get 34
              local.get 36
              i32x4.add
              local.set 37
              local.get 6
              local.get 32
              i32.const 4
              i32.mul
              i32.add
              local.set 38
              local.get 38
              i32.load8_u offset=12351 align=1
              drop
              local.get 38
              local.get 37
              v128.store align=1
              local.get 33
              v128.load offset=16 align=1
              local.set 39
              local.get 33
              v128.load offset=4112 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=16 align=1
              local.get 33
              v128.load offset=32 align=1
              local.set 39
              local.get 33
              v128.load offset=4128 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=32 align=1
              local.get 33
              v128.load offset=48 align=1
              local.set 39
              local.get 33
              v128.load offset=4144 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=48 align=1
              local.get 33
              v128.load offset=4096 align=1
              local.set 39
              local.get 33
              v128.load offset=8192 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=4096 align=1
              local.get 33
              v128.load offset=4112 align=1
              local.set 39
              local.get 33
              v128.load offset=8208 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=4112 align=1
              local.get 33
              v128.load offset=4128 align=1
              local.set 39
              local.get 33
              v128.load offset=8224 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=4128 align=1
              local.get 33
              v128.load offset=4144 align=1
              local.set 39
              local.get 33
              v128.load offset=8240 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=4144 align=1
              local.get 33
              v128.load offset=8192 align=1
              local.set 39
              local.get 33
              v128.load offset=12288 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=8192 align=1
              local.get 33
              v128.load offset=8208 align=1
              local.set 39
              local.get 33
              v128.load offset=12304 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=8208 align=1
              local.get 33
              v128.load offset=8224 align=1
              local.set 39
              local.get 33
              v128.load offset=12320 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=8224 align=1
              local.get 33
              v128.load offset=8240 align=1
              local.set 39
              local.get 33
              v128.load offset=12336 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=8240 align=1
              local.get 33
              v128.load offset=12288 align=1
              local.set 39
              local.get 33
              v128.load offset=16384 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=12288 align=1
              local.get 33
              v128.load offset=12304 align=1
              local.set 39
              local.get 33
              v128.load offset=16400 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=12304 align=1
              local.get 33
              v128.load offset=12320 align=1
              local.set 39
              local.get 33
              v128.load offset=16416 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=12320 align=1
              local.get 33
              v128.load offset=12336 align=1
              local.set 39
              local.get 33
              v128.load offset=16432 align=1
              local.set 40
              local.get 39
              local.get 40
              i32x4.add
              local.set 41
              local.get 38
              local.get 41
              v128.store offset=12336 align=1
              local.get 12
              i32.const 1
              i32.add
              local.tee 12
              local.get 27
              i32.lt_u
              br_if 0
            end
            local.get 26
            local.set 12
            local.get 25
            i32.const 16
            i32.add
            local.tee 25
            i32.const 64
            i32.lt_u
            br_if 0
          end
        else
          local.get 0
          i32.const 3
          i32.store offset=40 align=1
          local.get 0
          local.get 5
          i64.store offset=32 align=1
          return
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
        local.get 22
        i32.const 1
        i32.sub
        local.set 42
        local.get 42
        i64.extend_i32_u
        local.set 43
        local.get 12
        local.get 42
        i32.add
        local.set 12
        local.get 2
        local.get 42
        i32.sub
        local.set 2
        local.get 1
        local.get 43
        i64.add
        local.set 1
        local.get 5
        local.get 4
        local.get 43
        i64.mul
        i64.add
        local.set 5
        local.get 5
        local.get 4
        i64.add
        local.set 5
        local.get 12
        i32.const 1
        i32.add
        local.tee 12
        local.get 0
        i32.load offset=16 align=1
        i32.eq
        if
          i32.const 0
          local.set 12
          local.get 13
          i32.const 1
          i32.add
          local.tee 13
          local.get 0
          i32.load offset=20 align=1
          i32.eq
          if
            i32.const 0
            local.set 13
            local.get 14
            i32.const 1
            i32.add
            local.set 14
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
)
