(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i64 v128 v128 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 i32 v128 v128 v128 v128 v128 i64 i32 v128 v128 v128 v128 v128 v128 v128 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 v128 v128 v128)
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
    i32.const 3
    i32.sub
    i32.const 0
    local.get 8
    i32.const 3
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
    local.get 6
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 7
    i64.add
    i64.const 0
    i64.add
    i64.const 0
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
        local.get 4
        i64.const 10
        i64.add
        local.set 4
        local.get 19
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 20
          local.get 6
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 7
          i64.add
          i64.const 0
          i64.add
          i64.const 0
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
        end
        local.get 17
        i32.and
        if
          v128.const i32x4 0x40800000 0x40800000 0x40800000 0x40800000
          local.set 21
          v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
          local.set 22
          i32.const 0
          local.set 23
          loop
            local.get 23
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 24
            local.get 23
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 25
            local.get 24
            local.set 26
            local.get 26
            i32x4.splat
            local.set 27
            local.get 27
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 28
            local.get 27
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 29
            local.get 28
            f32x4.convert_i32x4_u
            local.set 30
            local.get 29
            f32x4.convert_i32x4_u
            local.set 31
            local.get 30
            i32.const 0
            local.get 31
            local.set 32
            local.set 33
            local.set 34
            local.get 22
            local.set 35
            local.get 22
            local.set 36
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 37
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 38
            local.get 4
            local.set 39
            block
              loop
                local.get 33
                i32.const 256
                i32.lt_s
                local.set 40
                local.get 34
                local.get 21
                f32x4.le
                local.set 41
                local.get 41
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 42
                local.get 32
                local.get 21
                f32x4.le
                local.set 43
                local.get 43
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 44
                local.get 33
                i32.const 256
                i32.ge_s
                if
                  br 2
                end
                local.get 41
                local.get 35
                v128.and
                local.set 45
                local.get 43
                local.get 36
                v128.and
                local.set 46
                local.get 45
                local.set 35
                local.get 46
                local.set 36
                local.get 37
                local.get 35
                i32x4.sub
                local.set 37
                local.get 38
                local.get 36
                i32x4.sub
                local.set 38
                local.get 34
                local.get 34
                f32x4.mul
                local.set 47
                local.get 33
                i32.const 1
                i32.add
                local.set 48
                local.get 32
                local.get 32
                f32x4.mul
                local.set 49
                local.get 47
                local.get 48
                local.get 49
                local.set 32
                local.set 33
                local.set 34
                local.get 33
                i32.const 256
                i32.lt_s
                local.set 40
                local.get 34
                local.get 21
                f32x4.le
                local.set 41
                local.get 41
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 42
                local.get 32
                local.get 21
                f32x4.le
                local.set 43
                local.get 43
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 44
                local.get 41
                local.get 35
                v128.and
                local.set 50
                local.get 43
                local.get 36
                v128.and
                local.set 51
                local.get 50
                local.set 35
                local.get 51
                local.set 36
                local.get 37
                local.get 35
                i32x4.sub
                local.set 37
                local.get 38
                local.get 36
                i32x4.sub
                local.set 38
                local.get 34
                local.get 34
                f32x4.mul
                local.set 47
                local.get 33
                i32.const 1
                i32.add
                local.set 48
                local.get 32
                local.get 32
                f32x4.mul
                local.set 49
                local.get 47
                local.get 48
                local.get 49
                local.set 32
                local.set 33
                local.set 34
                local.get 33
                i32.const 256
                i32.lt_s
                local.set 40
                local.get 34
                local.get 21
                f32x4.le
                local.set 41
                local.get 41
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 42
                local.get 32
                local.get 21
                f32x4.le
                local.set 43
                local.get 43
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 44
                local.get 41
                local.get 35
                v128.and
                local.set 52
                local.get 43
                local.get 36
                v128.and
                local.set 53
                local.get 52
                local.set 35
                local.get 53
                local.set 36
                local.get 37
                local.get 35
                i32x4.sub
                local.set 37
                local.get 38
                local.get 36
                i32x4.sub
                local.set 38
                local.get 34
                local.get 34
                f32x4.mul
                local.set 47
                local.get 33
                i32.const 1
                i32.add
                local.set 48
                local.get 32
                local.get 32
                f32x4.mul
                local.set 49
                local.get 47
                local.get 48
                local.get 49
                local.set 32
                local.set 33
                local.set 34
                local.get 33
                i32.const 256
                i32.lt_s
                local.set 40
                local.get 34
                local.get 21
                f32x4.le
                local.set 41
                local.get 41
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 42
                local.get 32
                local.get 21
                f32x4.le
                local.set 43
                local.get 43
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                select
                local.set 44
                local.get 41
                local.get 35
                v128.and
                local.set 54
                local.get 43
                local.get 36
                v128.and
                local.set 55
                local.get 54
                local.set 35
                local.get 55
                local.set 36
                local.get 35
                local.get 36
                v128.or
                v128.any_true
                i32.eqz
                br_if 1
                local.get 37
                local.get 35
                i32x4.sub
                local.set 37
                local.get 38
                local.get 36
                i32x4.sub
                local.set 38
                local.get 34
                local.get 34
                f32x4.mul
                local.set 47
                local.get 33
                i32.const 1
                i32.add
                local.set 48
                local.get 32
                local.get 32
                f32x4.mul
                local.set 49
                local.get 47
                local.get 48
                local.get 49
                local.set 32
                local.set 33
                local.set 34
                br 0
              end
            end
            local.get 39
            local.get 37
            call 2
            i64.extend_i32_u
            i64.const 5
            i64.mul
            i64.add
            local.get 38
            call 2
            i64.extend_i32_u
            i64.const 5
            i64.mul
            i64.add
            local.set 4
            local.get 4
            i64.const 6
            i64.add
            local.set 4
            local.get 37
            local.set 56
            local.get 38
            local.set 57
            local.get 7
            local.get 26
            i32.const 4
            i32.mul
            i32.add
            local.set 58
            local.get 58
            i32.load8_u offset=31 align=1
            drop
            local.get 58
            local.get 56
            v128.store align=1
            local.get 58
            local.get 57
            v128.store offset=16 align=1
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
              i32.const 2
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
        else
          i32.const 0
          local.set 59
          loop
            local.get 59
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 60
            local.get 60
            local.set 26
            local.get 26
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 28
            local.get 28
            f32x4.convert_i32x4_u
            local.set 30
            local.get 30
            i32.const 0
            local.set 33
            local.set 34
            v128.const i32x4 0xffffffff 0xffffffff 0xffffffff 0xffffffff
            local.set 61
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 62
            block
              loop
                block
                  loop
                    local.get 33
                    i32.const 256
                    i32.lt_s
                    local.set 40
                    local.get 34
                    v128.const i32x4 0x40800000 0x40800000 0x40800000 0x40800000
                    f32x4.le
                    local.set 41
                    local.get 41
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 40
                    select
                    local.set 42
                    local.get 33
                    i32.const 256
                    i32.ge_s
                    if
                      br 4
                    end
                    local.get 41
                    local.get 61
                    v128.and
                    local.set 63
                    local.get 63
                    local.set 61
                    local.get 61
                    v128.any_true
                    i32.eqz
                    br_if 3
                    local.get 62
                    local.get 61
                    i32x4.sub
                    local.set 62
                    local.get 4
                    i64.const 5
                    i64.add
                    local.set 4
                    local.get 34
                    local.get 34
                    f32x4.mul
                    local.set 47
                    local.get 33
                    i32.const 1
                    i32.add
                    local.set 48
                    local.get 47
                    local.get 48
                    local.set 33
                    local.set 34
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
                  i32.const 2
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
            i64.const 3
            i64.add
            local.set 4
            local.get 62
            local.set 56
            local.get 26
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 26
              i32.const 4
              i32.mul
              i32.add
              local.get 56
              v128.store align=1
            else
              local.get 26
              local.get 6
              i32.const 1
              local.get 7
              local.get 26
              i32.const 4
              i32.mul
              i32.add
              i32.const 0
              i32.add
              i32.const 4
              local.get 56
              i32.const 15
              call 3
            end
            local.get 59
            i32.const 1
            i32.add
            local.tee 59
            i32.const 2
            i32.lt_u
            br_if 0
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
  (func $longest (param v128) (result i32)
    local.get 0
    local.get 0
    v128.const i32x4 0x07060504 0x03020100 0x0f0e0d0c 0x0b0a0908
    i8x16.swizzle
    i32x4.max_u
    local.set 0
    local.get 0
    local.get 0
    v128.const i32x4 0x0b0a0908 0x0f0e0d0c 0x03020100 0x07060504
    i8x16.swizzle
    i32x4.max_u
    local.set 0
    local.get 0
    i32x4.extract_lane 0
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
