(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 i32 i32 i32 v128 i32 i32 v128 i32 i32 i32 v128 i32 i32 i32 i32 i32 i32)
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
    local.get 11
    i32.const 3
    i32.sub
    i32.const 0
    local.get 11
    i32.const 3
    i32.gt_u
    select
    local.set 12
    local.get 3
    i32.load offset=264 align=1
    local.set 13
    local.get 3
    i32.load offset=8 align=1
    local.set 14
    local.get 14
    i32.const 3
    i32.sub
    i32.const 0
    local.get 14
    i32.const 3
    i32.gt_u
    select
    local.set 15
    local.get 1
    i64.eqz
    i32.eqz
    if
      local.get 1
      local.get 0
      i32.load offset=16 align=1
      i64.extend_i32_u
      local.set 19
      local.set 20
      local.get 20
      local.get 19
      i64.rem_u
      i32.wrap_i64
      local.set 16
      local.get 20
      local.get 19
      i64.div_u
      local.get 0
      i32.load offset=20 align=1
      i64.extend_i32_u
      local.set 21
      local.set 22
      local.get 22
      local.get 21
      i64.rem_u
      i32.wrap_i64
      local.set 17
      local.get 22
      local.get 21
      i64.div_u
      i32.wrap_i64
      local.set 18
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
    local.set 23
    i64.const 0
    local.set 24
    local.get 10
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 4032
    i64.add
    i64.const 63
    i64.add
    i64.const 0
    i64.add
    i64.const 0
    i64.add
    i64.const 0
    i64.add
    i64.sub
    local.get 24
    i64.or
    local.set 24
    local.get 24
    i64.const 0
    i64.ge_s
    local.set 25
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
        i64.const 240
        i64.add
        local.set 4
        local.get 25
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 26
          local.get 10
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 4032
          i64.add
          i64.const 63
          i64.add
          i64.const 0
          i64.add
          i64.const 0
          i64.add
          i64.const 0
          i64.add
          i64.sub
          local.get 26
          i64.or
          local.set 26
          local.get 26
          i64.const 0
          i64.ge_s
        end
        local.get 23
        i32.and
        if
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
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 29
            local.get 27
            i32.const 2
            i32.shl
            i32.const 8
            i32.add
            local.set 30
            local.get 27
            i32.const 2
            i32.shl
            i32.const 12
            i32.add
            local.set 31
            local.get 27
            i32.const 2
            i32.shl
            i32.const 16
            i32.add
            local.set 32
            local.get 27
            i32.const 2
            i32.shl
            i32.const 20
            i32.add
            local.set 33
            local.get 27
            i32.const 2
            i32.shl
            i32.const 24
            i32.add
            local.set 34
            local.get 27
            i32.const 2
            i32.shl
            i32.const 28
            i32.add
            local.set 35
            local.get 27
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 36
            local.get 36
            i32.load8_u offset=1151 align=1
            drop
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 37
            local.set 38
            local.set 39
            local.set 40
            local.set 41
            local.set 42
            local.set 43
            local.set 44
            local.get 36
            i32.load8_u offset=1151 align=1
            drop
            local.get 36
            local.get 44
            v128.store offset=1024 align=1
            local.get 36
            local.get 43
            v128.store offset=1040 align=1
            local.get 36
            local.get 42
            v128.store offset=1056 align=1
            local.get 36
            local.get 41
            v128.store offset=1072 align=1
            local.get 36
            local.get 40
            v128.store offset=1088 align=1
            local.get 36
            local.get 39
            v128.store offset=1104 align=1
            local.get 36
            local.get 38
            v128.store offset=1120 align=1
            local.get 36
            local.get 37
            v128.store offset=1136 align=1
            local.get 27
            i32.const 8
            i32.add
            local.tee 27
            i32.const 16
            i32.lt_u
            br_if 0
          end
          i32.const 0
          local.set 45
          block
            loop
              local.get 4
              i64.const 16
              i64.add
              local.set 4
              local.get 45
              i32.const 64
              i32.lt_s
              local.set 46
              local.get 46
              i32.eqz
              br_if 1
              local.get 4
              i64.const 96
              i64.add
              local.set 4
              local.get 45
              i32.const 64
              i32.mul
              local.set 47
              local.get 45
              i32.const 1
              i32.add
              local.set 48
              i32.const 0
              local.set 49
              loop
                local.get 49
                i32.const 2
                i32.shl
                i32.const 0
                i32.add
                local.set 50
                local.get 49
                i32.const 16
                i32.mul
                local.get 0
                i32.add
                local.set 51
                local.get 50
                local.set 52
                local.get 51
                i32.load8_u offset=1279 align=1
                drop
                local.get 51
                v128.load offset=1024 align=1
                local.set 44
                local.get 47
                local.get 52
                i32.add
                local.set 53
                local.get 8
                local.get 53
                i32.const 4
                i32.mul
                i32.add
                local.set 54
                local.get 54
                i32.load8_u offset=255 align=1
                drop
                local.get 54
                v128.load align=1
                local.set 55
                local.get 44
                local.get 55
                i32x4.add
                local.set 56
                local.get 51
                local.get 56
                v128.store offset=1024 align=1
                local.get 51
                v128.load offset=1040 align=1
                local.set 43
                local.get 54
                v128.load offset=16 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1040 align=1
                local.get 51
                v128.load offset=1056 align=1
                local.set 43
                local.get 54
                v128.load offset=32 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1056 align=1
                local.get 51
                v128.load offset=1072 align=1
                local.set 43
                local.get 54
                v128.load offset=48 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1072 align=1
                local.get 51
                v128.load offset=1088 align=1
                local.set 43
                local.get 54
                v128.load offset=64 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1088 align=1
                local.get 51
                v128.load offset=1104 align=1
                local.set 43
                local.get 54
                v128.load offset=80 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1104 align=1
                local.get 51
                v128.load offset=1120 align=1
                local.set 43
                local.get 54
                v128.load offset=96 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1120 align=1
                local.get 51
                v128.load offset=1136 align=1
                local.set 43
                local.get 54
                v128.load offset=112 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1136 align=1
                local.get 51
                v128.load offset=1152 align=1
                local.set 43
                local.get 54
                v128.load offset=128 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1152 align=1
                local.get 51
                v128.load offset=1168 align=1
                local.set 43
                local.get 54
                v128.load offset=144 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1168 align=1
                local.get 51
                v128.load offset=1184 align=1
                local.set 43
                local.get 54
                v128.load offset=160 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1184 align=1
                local.get 51
                v128.load offset=1200 align=1
                local.set 43
                local.get 54
                v128.load offset=176 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1200 align=1
                local.get 51
                v128.load offset=1216 align=1
                local.set 43
                local.get 54
                v128.load offset=192 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1216 align=1
                local.get 51
                v128.load offset=1232 align=1
                local.set 43
                local.get 54
                v128.load offset=208 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1232 align=1
                local.get 51
                v128.load offset=1248 align=1
                local.set 43
                local.get 54
                v128.load offset=224 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1248 align=1
                local.get 51
                v128.load offset=1264 align=1
                local.set 43
                local.get 54
                v128.load offset=240 align=1
                local.set 57
                local.get 43
                local.get 57
                i32x4.add
                local.set 58
                local.get 51
                local.get 58
                v128.store offset=1264 align=1
              end
              local.get 48
              local.set 45
              br 0
            end
          end
          i32.const 0
          local.set 59
          loop
            local.get 59
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 60
            local.get 59
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 61
            local.get 60
            local.set 52
            local.get 61
            i32.load8_u offset=1279 align=1
            drop
            local.get 61
            v128.load offset=1024 align=1
            local.set 62
            local.get 52
            i32.const 4
            i32.mul
            local.set 63
            local.get 0
            local.set 64
            local.get 64
            i32.load8_u offset=527 align=1
            drop
            local.get 64
            local.get 62
            v128.store offset=272 align=1
            local.get 61
            v128.load offset=1040 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=288 align=1
            local.get 61
            v128.load offset=1056 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=304 align=1
            local.get 61
            v128.load offset=1072 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=320 align=1
            local.get 61
            v128.load offset=1088 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=336 align=1
            local.get 61
            v128.load offset=1104 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=352 align=1
            local.get 61
            v128.load offset=1120 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=368 align=1
            local.get 61
            v128.load offset=1136 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=384 align=1
            local.get 61
            v128.load offset=1152 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=400 align=1
            local.get 61
            v128.load offset=1168 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=416 align=1
            local.get 61
            v128.load offset=1184 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=432 align=1
            local.get 61
            v128.load offset=1200 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=448 align=1
            local.get 61
            v128.load offset=1216 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=464 align=1
            local.get 61
            v128.load offset=1232 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=480 align=1
            local.get 61
            v128.load offset=1248 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=496 align=1
            local.get 61
            v128.load offset=1264 align=1
            local.set 65
            local.get 64
            local.get 65
            v128.store offset=512 align=1
          end
          local.get 4
          i64.const 4
          i64.add
          local.set 4
          i32.const 0
          local.set 66
          loop
            local.get 66
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 67
            local.get 66
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 68
            local.get 67
            local.set 52
            local.get 52
            i32.const 4
            i32.mul
            local.set 63
            local.get 0
            local.get 63
            i32.add
            v128.load offset=272 align=1
            local.set 69
            local.get 52
            local.get 12
            i32.lt_u
            if
              local.get 6
              local.get 52
              i32.const 4
              i32.mul
              i32.add
              local.get 69
              v128.store align=1
            else
              local.get 52
              local.get 13
              i32.const 1
              local.get 6
              local.get 52
              i32.const 4
              i32.mul
              i32.add
              i32.const 0
              i32.add
              i32.const 4
              local.get 69
              i32.const 15
              call 2
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
          local.set 70
          loop
            local.get 70
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 71
            local.get 70
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 72
            local.get 71
            local.set 52
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            i32.const 0
            local.set 45
            local.set 44
            block
              loop
                block
                  loop
                    local.get 45
                    i32.const 64
                    i32.lt_s
                    local.set 46
                    local.get 45
                    i32.const 64
                    i32.ge_s
                    br_if 3
                    local.get 4
                    i64.const 7
                    i64.add
                    local.set 4
                    local.get 45
                    i32.const 64
                    i32.mul
                    local.set 47
                    local.get 47
                    local.get 52
                    i32.add
                    local.set 53
                    local.get 53
                    local.get 15
                    i32.lt_u
                    if (result v128)
                      local.get 8
                      local.get 53
                      i32.const 4
                      i32.mul
                      i32.add
                      v128.load align=1
                    else
                      local.get 53
                      local.get 10
                      i32.const 1
                      local.get 8
                      local.get 53
                      i32.const 4
                      i32.mul
                      i32.add
                      i32.const 0
                      i32.add
                      i32.const 4
                      call 3
                    end
                    local.set 55
                    local.get 44
                    local.get 55
                    i32x4.add
                    local.set 56
                    local.get 72
                    local.get 56
                    v128.store offset=1024 align=1
                    local.get 45
                    i32.const 1
                    i32.add
                    local.set 48
                    local.get 56
                    local.get 48
                    local.set 45
                    local.set 44
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
            i64.const 1
            i64.add
            local.set 4
            local.get 44
            local.set 62
            local.get 72
            local.get 62
            v128.store offset=1024 align=1
            local.get 52
            i32.const 4
            i32.mul
            local.set 63
            local.get 0
            local.get 63
            i32.add
            local.get 62
            v128.store offset=272 align=1
            local.get 70
            i32.const 1
            i32.add
            local.tee 70
            i32.const 16
            i32.lt_u
            br_if 0
          end
          local.get 4
          i64.const 4
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
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 75
            local.get 74
            local.set 52
            local.get 52
            i32.const 4
            i32.mul
            local.set 63
            local.get 0
            local.get 63
            i32.add
            v128.load offset=272 align=1
            local.set 69
            local.get 52
            local.get 12
            i32.lt_u
            if
              local.get 6
              local.get 52
              i32.const 4
              i32.mul
              i32.add
              local.get 69
              v128.store align=1
            else
              local.get 52
              local.get 13
              i32.const 1
              local.get 6
              local.get 52
              i32.const 4
              i32.mul
              i32.add
              i32.const 0
              i32.add
              i32.const 4
              local.get 69
              i32.const 15
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
        local.get 16
        i32.const 1
        i32.add
        local.tee 16
        local.get 0
        i32.load offset=16 align=1
        i32.eq
        if
          i32.const 0
          local.set 16
          local.get 17
          i32.const 1
          i32.add
          local.tee 17
          local.get 0
          i32.load offset=20 align=1
          i32.eq
          if
            i32.const 0
            local.set 17
            local.get 18
            i32.const 1
            i32.add
            local.set 18
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
  (func $edge.load32 (param i32 i32 i32 i32 i32) (result v128)
    (local v128)
    local.get 0
    local.get 1
    i32.lt_u
    if
      local.get 5
      local.get 3
      i32.load align=1
      i32x4.replace_lane 0
      local.set 5
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
      local.get 5
      local.get 3
      i32.load align=1
      i32x4.replace_lane 1
      local.set 5
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
      local.get 5
      local.get 3
      i32.load align=1
      i32x4.replace_lane 2
      local.set 5
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
      local.get 5
      local.get 3
      i32.load align=1
      i32x4.replace_lane 3
      local.set 5
    end
    local.get 0
    local.get 2
    i32.add
    local.set 0
    local.get 3
    local.get 4
    i32.add
    local.set 3
    local.get 5
  )
)
