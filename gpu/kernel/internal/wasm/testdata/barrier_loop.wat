(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i64 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 v128 i32 i32 v128 v128 v128 i32 v128 v128 i32 i32 i32 i32 i32 v128 i32 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 v128 v128 i32 v128 i32 i32 i32 v128 v128 i32 i32 i32 i32 i32 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 i32 i32 i32 v128 i32 i32 i32)
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
        local.get 0
        v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
        v128.store offset=288 align=1
        local.get 0
        v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
        v128.store offset=272 align=1
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
          i32.const 0
          local.set 21
          loop
            local.get 21
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 22
            local.get 21
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 23
            local.get 21
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 24
            local.get 24
            i32.load8_u offset=1055 align=1
            drop
            local.get 22
            local.set 25
            local.get 25
            i32x4.splat
            local.set 26
            local.get 26
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 27
            local.get 26
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 28
            local.get 27
            local.get 28
            local.set 29
            local.set 30
            local.get 24
            i32.load8_u offset=1055 align=1
            drop
            local.get 24
            local.get 30
            v128.store offset=1024 align=1
            local.get 24
            local.get 29
            v128.store offset=1040 align=1
          end
          i32.const 0
          local.set 31
          block
            loop
              local.get 4
              i64.const 2
              i64.add
              local.set 4
              local.get 31
              i32.const 2
              i32.lt_u
              local.set 32
              local.get 32
              i32.eqz
              br_if 1
              local.get 4
              i64.const 44
              i64.add
              local.set 4
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
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 35
                local.get 33
                i32.const 16
                i32.mul
                local.get 0
                i32.add
                local.set 36
                local.get 36
                i32.load8_u offset=1055 align=1
                drop
                local.get 36
                v128.load offset=1024 align=1
                local.set 30
                local.get 36
                v128.load offset=1040 align=1
                local.set 29
                local.get 34
                local.set 25
                local.get 25
                local.set 37
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 37
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 38
                local.get 38
                v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
                i32x4.add
                local.set 27
                local.get 38
                v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
                i32x4.add
                local.set 28
                local.get 25
                i32.const 2
                i32.shl
                local.set 39
                local.get 39
                local.set 40
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 40
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 41
                local.get 41
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 42
                local.get 41
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 43
                local.get 0
                local.set 44
                local.get 44
                i32.load8_u offset=303 align=1
                drop
                local.get 44
                local.get 30
                v128.store offset=272 align=1
                local.get 44
                local.get 29
                v128.store offset=288 align=1
              end
              v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
              local.set 45
              v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
              local.set 46
              i32.const 0
              local.set 47
              loop
                local.get 47
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 48
                local.get 47
                i32.const 2
                i32.shl
                i32.const 4
                i32.add
                local.set 49
                local.get 47
                i32.const 16
                i32.mul
                local.get 0
                i32.add
                local.set 50
                local.get 48
                local.set 25
                local.get 25
                local.set 51
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 51
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 52
                local.get 52
                v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
                i32x4.add
                local.set 27
                local.get 52
                v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
                i32x4.add
                local.set 28
                local.get 25
                i32.const 2
                i32.shl
                local.set 39
                local.get 39
                local.set 53
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 53
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.set 54
                local.get 54
                v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                i32x4.add
                local.set 42
                local.get 54
                v128.const i32x4 0x00000010 0x00000014 0x00000018 0x0000001c
                i32x4.add
                local.set 43
                local.get 42
                local.get 45
                v128.xor
                local.set 55
                local.get 55
                local.get 46
                i32x4.le_u
                local.set 56
                local.get 0
                local.set 57
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 57
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 55
                i32x4.add
                local.get 56
                v128.and
                local.set 58
                local.get 58
                i32x4.extract_lane 0
                local.get 58
                i32x4.extract_lane 1
                local.get 58
                i32x4.extract_lane 2
                local.get 58
                i32x4.extract_lane 3
                local.set 59
                local.set 60
                local.set 61
                v128.load32_zero offset=272 align=1
                local.set 62
                local.get 61
                local.get 62
                v128.load32_lane offset=272 align=1 1
                local.set 62
                local.get 60
                local.get 62
                v128.load32_lane offset=272 align=1 2
                local.set 62
                local.get 59
                local.get 62
                v128.load32_lane offset=272 align=1 3
                local.set 62
                local.get 62
                local.get 56
                v128.and
                local.set 63
                local.get 43
                local.get 45
                v128.xor
                local.set 64
                local.get 64
                local.get 46
                i32x4.le_u
                local.set 65
                local.get 0
                local.set 66
                v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                local.get 66
                i32x4.replace_lane 0
                v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                i8x16.swizzle
                local.get 64
                i32x4.add
                local.get 65
                v128.and
                local.set 67
                local.get 67
                i32x4.extract_lane 0
                local.get 67
                i32x4.extract_lane 1
                local.get 67
                i32x4.extract_lane 2
                local.get 67
                i32x4.extract_lane 3
                local.set 68
                local.set 69
                local.set 70
                v128.load32_zero offset=272 align=1
                local.set 71
                local.get 70
                local.get 71
                v128.load32_lane offset=272 align=1 1
                local.set 71
                local.get 69
                local.get 71
                v128.load32_lane offset=272 align=1 2
                local.set 71
                local.get 68
                local.get 71
                v128.load32_lane offset=272 align=1 3
                local.set 71
                local.get 71
                local.get 65
                v128.and
                local.set 72
                local.get 50
                i32.load8_u offset=1055 align=1
                drop
                local.get 50
                local.get 63
                v128.store offset=1024 align=1
                local.get 50
                local.get 72
                v128.store offset=1040 align=1
              end
              local.get 31
              i32.const 1
              i32.add
              local.set 73
              local.get 73
              local.set 31
              br 0
            end
          end
          i32.const 0
          local.set 74
          loop
            local.get 74
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 75
            local.get 74
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 76
            local.get 74
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 77
            local.get 77
            i32.load8_u offset=1055 align=1
            drop
            local.get 77
            v128.load offset=1024 align=1
            local.set 78
            local.get 77
            v128.load offset=1040 align=1
            local.set 79
            local.get 75
            local.set 25
            local.get 25
            i32x4.splat
            local.set 80
            local.get 80
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 27
            local.get 80
            v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
            i32x4.add
            local.set 28
            local.get 7
            local.get 25
            i32.const 4
            i32.mul
            i32.add
            local.set 81
            local.get 81
            i32.load8_u offset=31 align=1
            drop
            local.get 81
            local.get 78
            v128.store align=1
            local.get 81
            local.get 79
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
        else
          i32.const 0
          local.set 82
          loop
            local.get 82
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 83
            local.get 82
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 84
            local.get 84
            i32.load8_u offset=1039 align=1
            drop
            local.get 83
            local.set 25
            local.get 25
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 27
            local.get 27
            local.set 30
            local.get 84
            local.get 30
            v128.store offset=1024 align=1
            local.get 82
            i32.const 1
            i32.add
            local.tee 82
            i32.const 2
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 31
          block
            loop
              block
                loop
                  local.get 4
                  i64.const 2
                  i64.add
                  local.set 4
                  local.get 31
                  i32.const 2
                  i32.lt_u
                  local.set 32
                  local.get 32
                  i32.eqz
                  br_if 3
                  local.get 4
                  i64.const 44
                  i64.add
                  local.set 4
                  i32.const 0
                  local.set 85
                  loop
                    local.get 85
                    i32.const 2
                    i32.shl
                    i32.const 0
                    i32.add
                    local.set 86
                    local.get 85
                    i32.const 16
                    i32.mul
                    local.get 0
                    i32.add
                    local.set 87
                    local.get 87
                    i32.load8_u offset=1039 align=1
                    drop
                    local.get 87
                    v128.load offset=1024 align=1
                    local.set 30
                    local.get 86
                    local.set 25
                    local.get 25
                    local.set 88
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 88
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
                    i32x4.add
                    local.set 27
                    local.get 25
                    i32.const 2
                    i32.shl
                    local.set 39
                    local.get 39
                    local.set 89
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 89
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                    i32x4.add
                    local.set 42
                    local.get 0
                    local.get 39
                    i32.add
                    local.get 30
                    v128.store offset=272 align=1
                    local.get 85
                    i32.const 1
                    i32.add
                    local.tee 85
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
                    i32.const 16
                    i32.mul
                    local.get 0
                    i32.add
                    local.set 92
                    local.get 91
                    local.set 25
                    local.get 25
                    local.set 93
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 93
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
                    i32x4.add
                    local.set 27
                    local.get 25
                    i32.const 2
                    i32.shl
                    local.set 39
                    local.get 39
                    local.set 94
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 94
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    v128.const i32x4 0x00000000 0x00000004 0x00000008 0x0000000c
                    i32x4.add
                    local.set 42
                    local.get 42
                    v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
                    v128.xor
                    local.set 55
                    local.get 55
                    v128.const i32x4 0x0000001c 0x0000001c 0x0000001c 0x0000001c
                    i32x4.le_u
                    local.set 95
                    local.get 0
                    local.set 96
                    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
                    local.get 96
                    i32x4.replace_lane 0
                    v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
                    i8x16.swizzle
                    local.get 55
                    i32x4.add
                    local.get 95
                    v128.and
                    local.set 97
                    local.get 97
                    i32x4.extract_lane 0
                    local.get 97
                    i32x4.extract_lane 1
                    local.get 97
                    i32x4.extract_lane 2
                    local.get 97
                    i32x4.extract_lane 3
                    local.set 98
                    local.set 99
                    local.set 100
                    v128.load32_zero offset=272 align=1
                    local.set 101
                    local.get 100
                    local.get 101
                    v128.load32_lane offset=272 align=1 1
                    local.set 101
                    local.get 99
                    local.get 101
                    v128.load32_lane offset=272 align=1 2
                    local.set 101
                    local.get 98
                    local.get 101
                    v128.load32_lane offset=272 align=1 3
                    local.set 101
                    local.get 101
                    local.get 95
                    v128.and
                    local.set 63
                    local.get 92
                    local.get 63
                    v128.store offset=1024 align=1
                    local.get 90
                    i32.const 1
                    i32.add
                    local.tee 90
                    i32.const 2
                    i32.lt_u
                    br_if 0
                  end
                  local.get 31
                  i32.const 1
                  i32.add
                  local.set 73
                  local.get 73
                  local.set 31
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
          i32.const 0
          local.set 102
          loop
            local.get 102
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 103
            local.get 102
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 104
            local.get 104
            i32.load8_u offset=1039 align=1
            drop
            local.get 104
            v128.load offset=1024 align=1
            local.set 78
            local.get 103
            local.set 25
            local.get 25
            i32x4.splat
            v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
            i32x4.add
            local.set 27
            local.get 25
            local.get 9
            i32.lt_u
            if
              local.get 7
              local.get 25
              i32.const 4
              i32.mul
              i32.add
              local.get 78
              v128.store align=1
            else
              local.get 25
              local.get 6
              i32.const 1
              local.get 7
              local.get 25
              i32.const 4
              i32.mul
              i32.add
              i32.const 0
              i32.add
              i32.const 4
              local.get 78
              i32.const 15
              call 2
            end
            local.get 102
            i32.const 1
            i32.add
            local.tee 102
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
