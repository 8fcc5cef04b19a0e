(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i64 i64 i64 i32 i32 i32 i32 i32 v128 v128 v128 v128 i32 v128 v128 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128)
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
        local.get 0
        i32.load offset=28 align=1
        i32.eqz
        i32.and
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
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 22
            local.get 20
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 23
            local.get 23
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            local.set 25
            local.get 25
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 25
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 27
            local.get 21
            local.set 24
            local.get 24
            i32x4.splat
            local.set 28
            local.get 28
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 28
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 27
            local.get 23
            local.get 24
            i32.store offset=272 align=1
            local.get 23
            local.get 24
            i32.const 4
            i32.add
            i32.store offset=352 align=1
            local.get 24
            i32.const 2
            i32.shl
            local.set 29
            local.get 29
            i32x4.splat
            local.set 30
            local.get 30
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 31
            local.get 30
            v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
            i32x4.add
            local.set 32
            local.get 23
            local.get 29
            i32.store offset=288 align=1
            local.get 23
            local.get 29
            i32.const 16
            i32.add
            i32.store offset=368 align=1
          end
          i32.const 0
          local.set 33
          loop
            local.get 33
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 34
            local.get 33
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 35
            local.get 35
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 26
            local.set 36
            local.get 35
            local.get 36
            v128.store offset=320 align=1
            local.get 33
            i32.const 1
            i32.add
            local.tee 33
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 37
          block
            loop
              local.get 4
              i64.const 2
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
                local.get 38
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 40
                local.get 38
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 41
                local.get 37
                i32.const 2
                i32.lt_u
                local.set 42
              end
              local.get 42
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
              i32.const 0
              local.set 43
              loop
                local.get 43
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 44
                local.get 43
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 45
                local.get 43
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 46
                local.get 46
                i32.load offset=288 align=1
                local.set 29
                local.get 29
                local.set 47
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 47
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 48
                local.get 48
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 31
                local.get 48
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 32
                local.get 46
                v128.load offset=320 align=1
                local.set 36
                local.get 46
                v128.load offset=400 align=1
                local.set 49
                local.get 0
                local.get 29
                i32.add
                local.set 50
                local.get 50
                i32.load8_u offset=271 align=1
                drop
                local.get 50
                local.get 36
                v128.store offset=240 align=1
                local.get 50
                local.get 49
                v128.store offset=256 align=1
              end
              i32.const 0
              local.set 51
              loop
                local.get 51
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 52
                local.get 51
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 53
                local.get 51
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 54
                local.get 54
                i32.load offset=288 align=1
                local.set 29
                local.get 29
                local.set 55
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 55
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 56
                local.get 56
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 31
                local.get 56
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 32
                local.get 31
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 57
                local.get 32
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 58
                local.get 57
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 59
                local.get 0
                local.set 60
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 60
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 57
                i32x4.add
                local.get 59
                v128.and
                local.set 61
                local.get 61
                i32x4.extract_lane 0
                local.get 61
                i32x4.extract_lane 1
                local.get 61
                i32x4.extract_lane 2
                local.get 61
                i32x4.extract_lane 3
                local.set 62
                local.set 63
                local.set 64
                v128.load32_zero offset=240 align=1
                local.set 65
                local.get 64
                local.get 65
                v128.load32_lane offset=240 align=1 1
                local.set 65
                local.get 63
                local.get 65
                v128.load32_lane offset=240 align=1 2
                local.set 65
                local.get 62
                local.get 65
                v128.load32_lane offset=240 align=1 3
                local.set 65
                local.get 65
                local.get 59
                v128.and
                local.set 66
                local.get 58
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 67
                local.get 0
                local.set 68
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 68
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 58
                i32x4.add
                local.get 67
                v128.and
                local.set 69
                local.get 69
                i32x4.extract_lane 0
                local.get 69
                i32x4.extract_lane 1
                local.get 69
                i32x4.extract_lane 2
                local.get 69
                i32x4.extract_lane 3
                local.set 70
                local.set 71
                local.set 72
                v128.load32_zero offset=240 align=1
                local.set 73
                local.get 72
                local.get 73
                v128.load32_lane offset=240 align=1 1
                local.set 73
                local.get 71
                local.get 73
                v128.load32_lane offset=240 align=1 2
                local.set 73
                local.get 70
                local.get 73
                v128.load32_lane offset=240 align=1 3
                local.set 73
                local.get 73
                local.get 67
                v128.and
                local.set 74
                local.get 54
                local.get 66
                v128.store offset=336 align=1
                local.get 54
                local.get 74
                v128.store offset=416 align=1
              end
              i32.const 0
              local.set 75
              loop
                local.get 75
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 76
                local.get 75
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 77
                local.get 75
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 78
                local.get 37
                i32.const 1
                i32.add
                local.set 79
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
                i32.const 2
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
                v128.load offset=336 align=1
                local.set 66
                local.get 66
                local.set 36
                local.get 82
                local.get 36
                v128.store offset=320 align=1
                local.get 80
                i32.const 1
                i32.add
                local.tee 80
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 79
              local.set 37
              br 0
            end
          end
          i32.const 0
          local.set 83
          loop
            local.get 83
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 84
            local.get 83
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 85
            local.get 85
            v128.load offset=320 align=1
            local.set 36
            local.get 36
            local.set 86
            local.get 85
            local.get 86
            v128.store offset=304 align=1
            local.get 83
            i32.const 1
            i32.add
            local.tee 83
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 87
          loop
            local.get 87
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 88
            local.get 87
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 89
            local.get 87
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 90
            local.get 90
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            local.set 91
            local.get 91
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 91
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 27
            local.get 90
            v128.load offset=304 align=1
            local.set 86
            local.get 90
            v128.load offset=384 align=1
            local.set 92
            local.get 7
            local.get 24
            i32.const 4
            i32.mul
            i32.add
            local.set 93
            local.get 93
            i32.load8_u offset=31 align=1
            drop
            local.get 93
            local.get 86
            v128.store align=1
            local.get 93
            local.get 92
            v128.store offset=16 align=1
          end
        else
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
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 95
            local.set 24
            local.get 24
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 96
            local.get 24
            i32.store offset=272 align=1
            local.get 96
            local.get 24
            i32.store offset=272 align=1
            local.get 24
            i32.const 2
            i32.shl
            local.set 29
            local.get 29
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 31
            local.get 96
            local.get 29
            i32.store offset=288 align=1
            local.get 96
            local.get 29
            i32.store offset=288 align=1
            local.get 94
            i32.const 1
            i32.add
            local.tee 94
            i32.const 2
            i32.lt_u
            br_if 0
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
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 26
            local.set 36
            local.get 99
            local.get 36
            v128.store offset=320 align=1
            local.get 97
            i32.const 1
            i32.add
            local.tee 97
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 37
          block
            loop
              local.get 4
              i64.const 2
              i64.add
              local.set 4
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
                local.get 37
                i32.const 2
                i32.lt_u
                local.set 42
                local.get 100
                i32.const 1
                i32.add
                local.tee 100
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 42
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
              i32.const 0
              local.set 103
              loop
                local.get 103
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 104
                local.get 103
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 105
                local.get 105
                i32.load offset=288 align=1
                local.set 29
                local.get 29
                local.set 106
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 106
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 31
                local.get 105
                v128.load offset=320 align=1
                local.set 36
                local.get 0
                local.get 29
                i32.add
                local.get 36
                v128.store offset=240 align=1
                local.get 103
                i32.const 1
                i32.add
                local.tee 103
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 107
              loop
                local.get 107
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 108
                local.get 107
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 109
                local.get 109
                i32.load offset=288 align=1
                local.set 29
                local.get 29
                local.set 110
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 110
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 31
                local.get 31
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 57
                local.get 57
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 111
                local.get 0
                local.set 112
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 112
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 57
                i32x4.add
                local.get 111
                v128.and
                local.set 113
                local.get 113
                i32x4.extract_lane 0
                local.get 113
                i32x4.extract_lane 1
                local.get 113
                i32x4.extract_lane 2
                local.get 113
                i32x4.extract_lane 3
                local.set 114
                local.set 115
                local.set 116
                v128.load32_zero offset=240 align=1
                local.set 117
                local.get 116
                local.get 117
                v128.load32_lane offset=240 align=1 1
                local.set 117
                local.get 115
                local.get 117
                v128.load32_lane offset=240 align=1 2
                local.set 117
                local.get 114
                local.get 117
                v128.load32_lane offset=240 align=1 3
                local.set 117
                local.get 117
                local.get 111
                v128.and
                local.set 66
                local.get 109
                local.get 66
                v128.store offset=336 align=1
                local.get 109
                local.get 66
                v128.store offset=336 align=1
                local.get 107
                i32.const 1
                i32.add
                local.tee 107
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 118
              loop
                local.get 118
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 119
                local.get 118
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 120
                local.get 37
                i32.const 1
                i32.add
                local.set 79
                local.get 118
                i32.const 1
                i32.add
                local.tee 118
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
                i64.store offset=56 align=1
                local.get 0
                local.get 5
                local.get 4
                i64.add
                i64.store offset=32 align=1
                return
              end
              i32.const 0
              local.set 121
              loop
                local.get 121
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 122
                local.get 121
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 123
                local.get 123
                v128.load offset=336 align=1
                local.set 66
                local.get 66
                local.set 36
                local.get 123
                local.get 36
                v128.store offset=320 align=1
                local.get 121
                i32.const 1
                i32.add
                local.tee 121
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 79
              local.set 37
              br 0
            end
          end
          i32.const 0
          local.set 124
          loop
            local.get 124
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 125
            local.get 124
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 126
            local.get 126
            v128.load offset=320 align=1
            local.set 36
            local.get 36
            local.set 86
            local.get 126
            local.get 86
            v128.store offset=304 align=1
            local.get 124
            i32.const 1
            i32.add
            local.tee 124
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 127
          loop
            local.get 127
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 128
            local.get 127
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 129
            local.get 129
            i32.load offset=272 align=1
            local.set 24
            local.get 24
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 26
            local.get 129
            v128.load offset=304 align=1
            local.set 86
            local.get 24
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 24
              i32.const 4
              i32.mul
              i32.add
              local.get 86
              v128.store align=1
            else
              local.get 26
              local.get 6
              i32x4.splat
              i32x4.lt_u
              local.set 130
              local.get 26
              i32.const 2
              i32x4.shl
              local.get 7
              i32x4.splat
              i32x4.add
              local.get 130
              v128.and
              local.set 131
              local.get 131
              local.get 86
              local.get 130
              i32x4.bitmask
              call 2
            end
            local.get 127
            i32.const 1
            i32.add
            local.tee 127
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
          i64.store offset=56 align=1
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
