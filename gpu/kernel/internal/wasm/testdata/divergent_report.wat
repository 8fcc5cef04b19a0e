(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 v128 i32 v128 i32 i32 i32 i64 i64 i64 i64 i64 i32 i32 i32 v128 i32 v128 v128 v128 v128 i32 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128)
    local.get 0
    i32.load offset=8 align=1
    local.set 3
    local.get 3
    i32.load offset=8 align=1
    local.set 6
    local.get 6
    i32x4.splat
    local.set 7
    local.get 3
    i32.load align=1
    local.set 8
    local.get 8
    i32x4.splat
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
    i64.const 0
    local.set 17
    local.get 17
    i64.const 0
    i64.ge_s
    local.set 18
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
        local.get 4
        i64.const 10
        i64.add
        local.set 4
        i32.const 0
        local.set 19
        loop
          local.get 19
          i32.const 2
          i32.shl
          i32.const 0
          i32.add
          local.set 20
          local.get 20
          i32x4.splat
          v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
          i32x4.add
          v128.const i32x4 0x00000006 0x00000006 0x00000006 0x00000006
          i32x4.lt_u
          local.set 21
          local.get 20
          local.set 22
          local.get 22
          i32x4.splat
          v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
          i32x4.add
          local.set 23
          local.get 23
          v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
          i32x4.lt_u
          local.set 24
          local.get 24
          local.get 21
          v128.and
          local.set 25
          v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
          local.set 26
          local.get 25
          v128.any_true
          if
            local.get 4
            i64.const 1
            i64.add
            local.set 4
            local.get 22
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 28
            local.get 25
            local.set 29
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 30
            block
              loop
                block
                  loop
                    local.get 28
                    v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
                    i32x4.lt_u
                    local.set 31
                    local.get 31
                    local.get 29
                    v128.and
                    local.set 32
                    local.get 32
                    local.set 29
                    local.get 29
                    v128.any_true
                    i32.eqz
                    br_if 3
                    local.get 30
                    local.get 29
                    i32x4.sub
                    local.set 30
                    local.get 4
                    i64.const 2
                    i64.add
                    local.set 4
                    local.get 27
                    i32.const 3
                    i32.add
                    local.set 33
                    local.get 33
                    local.set 27
                    local.get 27
                    local.set 34
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 34
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
                    i32x4.add
                    local.set 28
                    local.get 4
                    local.get 0
                    i64.load align=1
                    i64.gt_u
                    br_if 1
                    br 0
                  end
                end
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
                  i32.const 0
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
                br 0
              end
            end
            local.get 4
            i64.const 1
            i64.add
            local.set 4
            local.get 30
            v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
            i32x4.mul
            local.get 23
            i32x4.add
            local.set 35
            local.get 35
            local.get 26
            local.get 25
            local.set 36
            local.set 37
            local.get 36
            v128.and
            local.get 37
            local.get 36
            v128.andnot
            v128.or
            local.set 26
          end
          local.get 26
          local.get 7
          i32x4.lt_u
          local.set 38
          local.get 26
          local.set 39
          local.get 39
          local.get 39
          i32x4.add
          local.set 40
          local.get 40
          local.get 40
          i32x4.add
          local.get 9
          i32x4.add
          local.get 38
          v128.and
          local.set 41
          local.get 21
          local.get 38
          v128.andnot
          local.set 42
          local.get 42
          v128.any_true
          if
            local.get 0
            local.get 42
            v128.store offset=128 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=144 align=1
            local.get 0
            local.get 26
            v128.store offset=160 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=176 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=192 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=208 align=1
            local.get 0
            local.get 7
            v128.store offset=224 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=240 align=1
            local.get 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.store offset=256 align=1
            local.get 0
            i32.const 1
            i32.store offset=96 align=1
            local.get 0
            i32.const 0
            i32.store offset=100 align=1
            local.get 0
            i32.const 66
            i32.store offset=108 align=1
            local.get 0
            i32.const 0
            i32.store offset=112 align=1
            local.get 0
            local.get 20
            i32.store offset=104 align=1
            local.get 0
            i32.load offset=12 align=1
            call 0
          end
          local.get 41
          local.get 23
          local.get 38
          local.get 21
          v128.and
          i32x4.bitmask
          call 2
          local.get 19
          i32.const 1
          i32.add
          local.tee 19
          i32.const 2
          i32.lt_u
          br_if 0
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
            i32.const 0
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
  (func $scatter32.0 (param v128 v128 i32)
    local.get 2
    i32.const 1
    i32.and
    if
      local.get 0
      i32x4.extract_lane 0
      local.get 1
      i32x4.extract_lane 0
      i32.store align=1
    end
    local.get 2
    i32.const 2
    i32.and
    if
      local.get 0
      i32x4.extract_lane 1
      local.get 1
      i32x4.extract_lane 1
      i32.store align=1
    end
    local.get 2
    i32.const 4
    i32.and
    if
      local.get 0
      i32x4.extract_lane 2
      local.get 1
      i32x4.extract_lane 2
      i32.store align=1
    end
    local.get 2
    i32.const 8
    i32.and
    if
      local.get 0
      i32x4.extract_lane 3
      local.get 1
      i32x4.extract_lane 3
      i32.store align=1
    end
  )
)
