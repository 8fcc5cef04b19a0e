(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i64 i64 i64 i32 i32 i32 i32 v128 i32 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 i32 v128 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128)
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
    local.set 15
    local.get 15
    local.get 0
    i32.load offset=20 align=1
    i64.extend_i32_u
    local.set 16
    local.set 17
    local.get 17
    local.get 16
    i64.rem_u
    i32.wrap_i64
    local.set 11
    local.get 17
    local.get 16
    i64.div_u
    local.set 18
    local.get 18
    i32.wrap_i64
    local.set 12
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
        i32.const 240
        i32.add
        i32.const 0
        i32.const 32
        memory.fill
        local.get 4
        i64.const 10
        i64.add
        local.set 4
        i64.const 0
        local.set 19
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
        local.get 19
        i64.or
        local.set 19
        local.get 19
        i64.const 0
        i64.ge_s
        if
          i32.const 0
          local.set 20
          loop
            local.get 20
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 21
            local.get 20
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 22
            local.get 22
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 21
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 22
            local.get 23
            i32.store offset=272 align=1
            local.get 23
            i32.const 2
            i32.shl
            local.set 25
            local.get 25
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 26
            local.get 22
            local.get 25
            i32.store offset=288 align=1
            local.get 20
            i32.const 1
            i32.add
            local.tee 20
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 27
          loop
            local.get 27
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 28
            local.get 27
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 29
            local.get 29
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 24
            local.set 30
            local.get 29
            local.get 30
            v128.store offset=320 align=1
            local.get 27
            i32.const 1
            i32.add
            local.tee 27
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 31
          block
            loop
              local.get 4
              i64.const 2
              i64.add
              local.set 4
              i32.const 0
              local.set 32
              loop
                local.get 32
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 33
                local.get 32
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 34
                local.get 31
                i32.const 2
                i32.lt_u
                local.set 35
                local.get 32
                i32.const 1
                i32.add
                local.tee 32
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 35
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
              i32.const 0
              local.set 36
              loop
                local.get 36
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 37
                local.get 36
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 38
                local.get 38
                i32.load offset=288 align=1
                local.set 25
                local.get 25
                local.set 39
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 39
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 26
                local.get 38
                v128.load offset=320 align=1
                local.set 30
                local.get 0
                local.get 25
                i32.add
                local.get 30
                v128.store offset=240 align=1
                local.get 36
                i32.const 1
                i32.add
                local.tee 36
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 40
              loop
                local.get 40
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 41
                local.get 40
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 42
                local.get 42
                i32.load offset=288 align=1
                local.set 25
                local.get 25
                local.set 43
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 43
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 26
                local.get 26
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 44
                local.get 44
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 45
                local.get 0
                local.set 46
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 46
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 44
                i32x4.add
                local.get 45
                v128.and
                local.set 47
                local.get 47
                i32x4.extract_lane 0
                local.get 47
                i32x4.extract_lane 1
                local.get 47
                i32x4.extract_lane 2
                local.get 47
                i32x4.extract_lane 3
                local.set 48
                local.set 49
                local.set 50
                v128.load32_zero offset=240 align=1
                local.set 51
                local.get 50
                local.get 51
                v128.load32_lane offset=240 align=1 1
                local.set 51
                local.get 49
                local.get 51
                v128.load32_lane offset=240 align=1 2
                local.set 51
                local.get 48
                local.get 51
                v128.load32_lane offset=240 align=1 3
                local.set 51
                local.get 51
                local.get 45
                v128.and
                local.set 52
                local.get 42
                local.get 52
                v128.store offset=336 align=1
                local.get 40
                i32.const 1
                i32.add
                local.tee 40
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 53
              loop
                local.get 53
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 54
                local.get 53
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 55
                local.get 31
                i32.const 1
                i32.add
                local.set 56
                local.get 53
                i32.const 1
                i32.add
                local.tee 53
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
                i32.store offset=64 align=1
                local.get 0
                i32.load offset=12 align=1
                call 0
                local.get 4
                local.get 0
                i64.load align=1
                i64.gt_u
                i32.eqz
                br_if 0
                local.get 0
                i32.const 1
                i32.store offset=40 align=1
                local.get 0
                i32.const 0
                i32.store offset=44 align=1
                local.get 0
                local.get 5
                local.get 4
                i64.add
                i64.store offset=32 align=1
                return
              end
              i32.const 0
              local.set 57
              loop
                local.get 57
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 58
                local.get 57
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 59
                local.get 59
                v128.load offset=336 align=1
                local.set 52
                local.get 52
                local.set 30
                local.get 59
                local.get 30
                v128.store offset=320 align=1
                local.get 57
                i32.const 1
                i32.add
                local.tee 57
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 56
              local.set 31
              br 0
            end
          end
          i32.const 0
          local.set 60
          loop
            local.get 60
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 61
            local.get 60
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 62
            local.get 62
            v128.load offset=320 align=1
            local.set 30
            local.get 30
            local.set 63
            local.get 62
            local.get 63
            v128.store offset=304 align=1
            local.get 60
            i32.const 1
            i32.add
            local.tee 60
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 64
          loop
            local.get 64
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 65
            local.get 64
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 66
            local.get 66
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 66
            v128.load offset=304 align=1
            local.set 63
            local.get 7
            local.get 23
            i32.const 4
            i32.mul
            i32.add
            local.get 63
            v128.store align=1
            local.get 64
            i32.const 1
            i32.add
            local.tee 64
            i32.const 2
            i32.lt_u
            br_if 0
          end
        else
          i32.const 0
          local.set 67
          loop
            local.get 67
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 68
            local.get 67
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 69
            local.get 69
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 68
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 69
            local.get 23
            i32.store offset=272 align=1
            local.get 23
            i32.const 2
            i32.shl
            local.set 25
            local.get 25
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 26
            local.get 69
            local.get 25
            i32.store offset=288 align=1
            local.get 67
            i32.const 1
            i32.add
            local.tee 67
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 70
          loop
            local.get 70
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 71
            local.get 70
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 72
            local.get 72
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 24
            local.set 30
            local.get 72
            local.get 30
            v128.store offset=320 align=1
            local.get 70
            i32.const 1
            i32.add
            local.tee 70
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 31
          block
            loop
              local.get 4
              i64.const 2
              i64.add
              local.set 4
              i32.const 0
              local.set 73
              loop
                local.get 73
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 74
                local.get 73
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 75
                local.get 31
                i32.const 2
                i32.lt_u
                local.set 35
                local.get 73
                i32.const 1
                i32.add
                local.tee 73
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 35
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
              i32.const 0
              local.set 76
              loop
                local.get 76
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 77
                local.get 76
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 78
                local.get 78
                i32.load offset=288 align=1
                local.set 25
                local.get 25
                local.set 79
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 79
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 26
                local.get 78
                v128.load offset=320 align=1
                local.set 30
                local.get 0
                local.get 25
                i32.add
                local.get 30
                v128.store offset=240 align=1
                local.get 76
                i32.const 1
                i32.add
                local.tee 76
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 80
              loop
                local.get 80
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 81
                local.get 80
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 82
                local.get 82
                i32.load offset=288 align=1
                local.set 25
                local.get 25
                local.set 83
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 83
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 26
                local.get 26
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 44
                local.get 44
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 84
                local.get 0
                local.set 85
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 85
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 44
                i32x4.add
                local.get 84
                v128.and
                local.set 86
                local.get 86
                i32x4.extract_lane 0
                local.get 86
                i32x4.extract_lane 1
                local.get 86
                i32x4.extract_lane 2
                local.get 86
                i32x4.extract_lane 3
                local.set 87
                local.set 88
                local.set 89
                v128.load32_zero offset=240 align=1
                local.set 90
                local.get 89
                local.get 90
                v128.load32_lane offset=240 align=1 1
                local.set 90
                local.get 88
                local.get 90
                v128.load32_lane offset=240 align=1 2
                local.set 90
                local.get 87
                local.get 90
                v128.load32_lane offset=240 align=1 3
                local.set 90
                local.get 90
                local.get 84
                v128.and
                local.set 52
                local.get 82
                local.get 52
                v128.store offset=336 align=1
                local.get 80
                i32.const 1
                i32.add
                local.tee 80
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 91
              loop
                local.get 91
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 92
                local.get 91
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 93
                local.get 31
                i32.const 1
                i32.add
                local.set 56
                local.get 91
                i32.const 1
                i32.add
                local.tee 91
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
                i32.store offset=64 align=1
                local.get 0
                i32.load offset=12 align=1
                call 0
                local.get 4
                local.get 0
                i64.load align=1
                i64.gt_u
                i32.eqz
                br_if 0
                local.get 0
                i32.const 1
                i32.store offset=40 align=1
                local.get 0
                i32.const 0
                i32.store offset=44 align=1
                local.get 0
                local.get 5
                local.get 4
                i64.add
                i64.store offset=32 align=1
                return
              end
              i32.const 0
              local.set 94
              loop
                local.get 94
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 95
                local.get 94
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 96
                local.get 96
                v128.load offset=336 align=1
                local.set 52
                local.get 52
                local.set 30
                local.get 96
                local.get 30
                v128.store offset=320 align=1
                local.get 94
                i32.const 1
                i32.add
                local.tee 94
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 56
              local.set 31
              br 0
            end
          end
          i32.const 0
          local.set 97
          loop
            local.get 97
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 98
            local.get 97
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 99
            local.get 99
            v128.load offset=320 align=1
            local.set 30
            local.get 30
            local.set 63
            local.get 99
            local.get 63
            v128.store offset=304 align=1
            local.get 97
            i32.const 1
            i32.add
            local.tee 97
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 100
          loop
            local.get 100
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 101
            local.get 100
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 102
            local.get 102
            i32.load offset=272 align=1
            local.set 23
            local.get 23
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 24
            local.get 102
            v128.load offset=304 align=1
            local.set 63
            local.get 23
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 23
              i32.const 4
              i32.mul
              i32.add
              local.get 63
              v128.store align=1
            else
              local.get 24
              local.get 6
              i32x4.splat
              i32x4.lt_u
              local.set 103
              local.get 24
              i32.const 2
              i32x4.shl
              local.get 7
              i32x4.splat
              i32x4.add
              local.get 103
              v128.and
              local.set 104
              local.get 104
              local.get 63
              local.get 103
              i32x4.bitmask
              call 2
            end
            local.get 100
            i32.const 1
            i32.add
            local.tee 100
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
          i32.store offset=64 align=1
          local.get 0
          i32.load offset=12 align=1
          call 0
          local.get 4
          local.get 0
          i64.load align=1
          i64.gt_u
          i32.eqz
          br_if 0
          local.get 0
          i32.const 1
          i32.store offset=40 align=1
          local.get 0
          i32.const 0
          i32.store offset=44 align=1
          local.get 0
          local.get 5
          local.get 4
          i64.add
          i64.store offset=32 align=1
          return
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
