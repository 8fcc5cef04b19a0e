(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i64 i64 i32 i64 i32 i64 i32 i32 i32 i32 i32 v128 v128 v128 v128 i32 v128 v128 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128)
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
    local.get 0
    i32.load offset=28 align=1
    i32.eqz
    local.set 19
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
        local.get 0
        i32.const 256
        i32.add
        i32.const 0
        i32.const 32
        memory.fill
        local.get 4
        i64.const 10
        i64.add
        local.set 4
        local.get 21
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 22
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
          local.get 22
          i64.or
          local.set 22
          local.get 22
          i64.const 0
          i64.ge_s
        end
        local.get 19
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
            local.get 23
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 25
            local.get 23
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 26
            local.get 26
            i32.load offset=288 align=1
            local.set 27
            local.get 27
            i32x4.splat
            local.set 28
            local.get 28
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 28
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 30
            local.get 24
            local.set 27
            local.get 27
            i32x4.splat
            local.set 31
            local.get 31
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 31
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 30
            local.get 27
            i32.const 2
            i32.shl
            local.set 32
            local.get 32
            i32x4.splat
            local.set 33
            local.get 33
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 34
            local.get 33
            v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
            i32x4.add
            local.set 35
            local.get 26
            local.get 27
            i32.store offset=288 align=1
            local.get 26
            local.get 27
            i32.const 4
            i32.add
            i32.store offset=368 align=1
            local.get 26
            local.get 32
            i32.store offset=304 align=1
            local.get 26
            local.get 32
            i32.const 16
            i32.add
            i32.store offset=384 align=1
          end
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
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 29
            local.set 39
            local.get 38
            local.get 39
            v128.store offset=336 align=1
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
          block
            loop
              local.get 4
              i64.const 2
              i64.add
              local.set 4
              i32.const 0
              local.set 41
              loop
                local.get 41
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 42
                local.get 41
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 43
                local.get 41
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 44
                local.get 40
                i32.const 2
                i32.lt_u
                local.set 45
              end
              local.get 45
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
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
                local.get 46
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 48
                local.get 46
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 49
                local.get 49
                i32.load offset=304 align=1
                local.set 32
                local.get 32
                local.set 50
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 50
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 51
                local.get 51
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 34
                local.get 51
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 35
                local.get 49
                v128.load offset=336 align=1
                local.set 39
                local.get 49
                v128.load offset=416 align=1
                local.set 52
                local.get 0
                local.get 32
                i32.add
                local.set 53
                local.get 53
                i32.load8_u offset=287 align=1
                drop
                local.get 53
                local.get 39
                v128.store offset=256 align=1
                local.get 53
                local.get 52
                v128.store offset=272 align=1
              end
              i32.const 0
              local.set 54
              loop
                local.get 54
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 55
                local.get 54
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 56
                local.get 54
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 57
                local.get 57
                i32.load offset=304 align=1
                local.set 32
                local.get 32
                local.set 58
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 58
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 59
                local.get 59
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 34
                local.get 59
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 35
                local.get 34
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 60
                local.get 60
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 61
                local.get 0
                local.set 62
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 62
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 60
                i32x4.add
                local.get 61
                v128.and
                local.set 63
                local.get 63
                i32x4.extract_lane 0
                local.get 63
                i32x4.extract_lane 1
                local.get 63
                i32x4.extract_lane 2
                local.get 63
                i32x4.extract_lane 3
                local.set 64
                local.set 65
                local.set 66
                v128.load32_zero offset=256 align=1
                local.set 67
                local.get 66
                local.get 67
                v128.load32_lane offset=256 align=1 1
                local.set 67
                local.get 65
                local.get 67
                v128.load32_lane offset=256 align=1 2
                local.set 67
                local.get 64
                local.get 67
                v128.load32_lane offset=256 align=1 3
                local.set 67
                local.get 67
                local.get 61
                v128.and
                local.set 68
                local.get 35
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 69
                local.get 69
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 70
                local.get 0
                local.set 71
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 71
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 69
                i32x4.add
                local.get 70
                v128.and
                local.set 72
                local.get 72
                i32x4.extract_lane 0
                local.get 72
                i32x4.extract_lane 1
                local.get 72
                i32x4.extract_lane 2
                local.get 72
                i32x4.extract_lane 3
                local.set 73
                local.set 74
                local.set 75
                v128.load32_zero offset=256 align=1
                local.set 76
                local.get 75
                local.get 76
                v128.load32_lane offset=256 align=1 1
                local.set 76
                local.get 74
                local.get 76
                v128.load32_lane offset=256 align=1 2
                local.set 76
                local.get 73
                local.get 76
                v128.load32_lane offset=256 align=1 3
                local.set 76
                local.get 76
                local.get 70
                v128.and
                local.set 77
                local.get 57
                local.get 68
                v128.store offset=352 align=1
                local.get 57
                local.get 77
                v128.store offset=432 align=1
              end
              i32.const 0
              local.set 78
              loop
                local.get 78
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 79
                local.get 78
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 80
                local.get 78
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 81
                local.get 40
                i32.const 1
                i32.add
                local.set 82
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
                i32.store offset=80 align=1
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
                v128.load offset=352 align=1
                local.set 68
                local.get 68
                local.set 39
                local.get 85
                local.get 39
                v128.store offset=336 align=1
                local.get 83
                i32.const 1
                i32.add
                local.tee 83
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 82
              local.set 40
              br 0
            end
          end
          i32.const 0
          local.set 86
          loop
            local.get 86
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 87
            local.get 86
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 88
            local.get 88
            v128.load offset=336 align=1
            local.set 39
            local.get 39
            local.set 89
            local.get 88
            local.get 89
            v128.store offset=320 align=1
            local.get 86
            i32.const 1
            i32.add
            local.tee 86
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 90
          loop
            local.get 90
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 91
            local.get 90
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 92
            local.get 90
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 93
            local.get 93
            i32.load offset=288 align=1
            local.set 27
            local.get 27
            i32x4.splat
            local.set 94
            local.get 94
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 94
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 30
            local.get 93
            v128.load offset=320 align=1
            local.set 89
            local.get 93
            v128.load offset=400 align=1
            local.set 95
            local.get 7
            local.get 27
            i32.const 4
            i32.mul
            i32.add
            local.set 96
            local.get 96
            i32.load8_u offset=31 align=1
            drop
            local.get 96
            local.get 89
            v128.store align=1
            local.get 96
            local.get 95
            v128.store offset=16 align=1
          end
        else
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
            i32.load offset=288 align=1
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 98
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 99
            local.get 27
            i32.store offset=288 align=1
            local.get 27
            i32.const 2
            i32.shl
            local.set 32
            local.get 32
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
            i32x4.add
            local.set 34
            local.get 99
            local.get 32
            i32.store offset=304 align=1
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
            i32.load offset=288 align=1
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 29
            local.set 39
            local.get 102
            local.get 39
            v128.store offset=336 align=1
            local.get 100
            i32.const 1
            i32.add
            local.tee 100
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 40
          block
            loop
              local.get 4
              i64.const 2
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
                local.get 40
                i32.const 2
                i32.lt_u
                local.set 45
                local.get 103
                i32.const 1
                i32.add
                local.tee 103
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 45
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
              i32.const 0
              local.set 106
              loop
                local.get 106
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 107
                local.get 106
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 108
                local.get 108
                i32.load offset=304 align=1
                local.set 32
                local.get 32
                local.set 109
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 109
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 34
                local.get 108
                v128.load offset=336 align=1
                local.set 39
                local.get 0
                local.get 32
                i32.add
                local.get 39
                v128.store offset=256 align=1
                local.get 106
                i32.const 1
                i32.add
                local.tee 106
                i32.const 2
                i32.lt_u
                br_if 0
              end
              i32.const 0
              local.set 110
              loop
                local.get 110
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 111
                local.get 110
                i32.const 80
                i32.mul
                local.get 0
                i32.add
                local.set 112
                local.get 112
                i32.load offset=304 align=1
                local.set 32
                local.get 32
                local.set 113
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 113
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 34
                local.get 34
                v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                v128.xor
                local.set 60
                local.get 60
                v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                i32x4.le_u
                local.set 114
                local.get 0
                local.set 115
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 115
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 60
                i32x4.add
                local.get 114
                v128.and
                local.set 116
                local.get 116
                i32x4.extract_lane 0
                local.get 116
                i32x4.extract_lane 1
                local.get 116
                i32x4.extract_lane 2
                local.get 116
                i32x4.extract_lane 3
                local.set 117
                local.set 118
                local.set 119
                v128.load32_zero offset=256 align=1
                local.set 120
                local.get 119
                local.get 120
                v128.load32_lane offset=256 align=1 1
                local.set 120
                local.get 118
                local.get 120
                v128.load32_lane offset=256 align=1 2
                local.set 120
                local.get 117
                local.get 120
                v128.load32_lane offset=256 align=1 3
                local.set 120
                local.get 120
                local.get 114
                v128.and
                local.set 68
                local.get 112
                local.get 68
                v128.store offset=352 align=1
                local.get 110
                i32.const 1
                i32.add
                local.tee 110
                i32.const 2
                i32.lt_u
                br_if 0
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
                local.get 40
                i32.const 1
                i32.add
                local.set 82
                local.get 121
                i32.const 1
                i32.add
                local.tee 121
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
                i32.store offset=80 align=1
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
                v128.load offset=352 align=1
                local.set 68
                local.get 68
                local.set 39
                local.get 126
                local.get 39
                v128.store offset=336 align=1
                local.get 124
                i32.const 1
                i32.add
                local.tee 124
                i32.const 2
                i32.lt_u
                br_if 0
              end
              local.get 82
              local.set 40
              br 0
            end
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
            v128.load offset=336 align=1
            local.set 39
            local.get 39
            local.set 89
            local.get 129
            local.get 89
            v128.store offset=320 align=1
            local.get 127
            i32.const 1
            i32.add
            local.tee 127
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 130
          loop
            local.get 130
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 131
            local.get 130
            i32.const 80
            i32.mul
            local.get 0
            i32.add
            local.set 132
            local.get 132
            i32.load offset=288 align=1
            local.set 27
            local.get 27
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 29
            local.get 132
            v128.load offset=320 align=1
            local.set 89
            local.get 27
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 27
              i32.const 4
              i32.mul
              i32.add
              local.get 89
              v128.store align=1
            else
              local.get 29
              local.get 6
              i32x4.splat
              i32x4.lt_u
              local.set 133
              local.get 29
              i32.const 2
              i32x4.shl
              local.get 7
              i32x4.splat
              i32x4.add
              local.get 133
              v128.and
              local.set 134
              local.get 134
              local.get 89
              local.get 133
              i32x4.bitmask
              call 2
            end
            local.get 130
            i32.const 1
            i32.add
            local.tee 130
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
          i32.store offset=80 align=1
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
