(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 v128 v128 i32 i32 i32 v128 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32)
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
    local.get 10
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 3968
    i64.add
    i64.const 63
    i64.add
    i64.const 0
    i64.add
    i64.const 0
    i64.add
    i64.const 64
    i64.add
    i64.sub
    local.get 20
    i64.or
    local.set 20
    local.get 11
    i64.extend_i32_u
    i64.const 1
    i64.sub
    i64.const 0
    i64.const 63
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
        local.get 4
        i64.const 64
        i64.add
        local.set 4
        local.get 21
        if (result i32)
          i32.const 1
        else
          i64.const 0
          local.set 22
          local.get 10
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 3968
          i64.add
          i64.const 63
          i64.add
          i64.const 0
          i64.add
          i64.const 0
          i64.add
          i64.const 64
          i64.add
          i64.sub
          local.get 22
          i64.or
          local.set 22
          local.get 11
          i64.extend_i32_u
          i64.const 1
          i64.sub
          i64.const 0
          i64.const 63
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
          local.get 9
          i32.const 524288
          i32.gt_u
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
              i32.const 2
              i32.shl
              i32.const 8
              i32.add
              local.set 26
              local.get 23
              i32.const 2
              i32.shl
              i32.const 12
              i32.add
              local.set 27
              local.get 23
              i32.const 2
              i32.shl
              i32.const 16
              i32.add
              local.set 28
              local.get 23
              i32.const 2
              i32.shl
              i32.const 20
              i32.add
              local.set 29
              local.get 23
              i32.const 2
              i32.shl
              i32.const 24
              i32.add
              local.set 30
              local.get 23
              i32.const 2
              i32.shl
              i32.const 28
              i32.add
              local.set 31
              local.get 23
              i32.const 16
              i32.mul
              local.get 0
              i32.add
              local.set 32
              local.get 32
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
              local.set 33
              local.set 34
              local.set 35
              local.set 36
              local.set 37
              local.set 38
              local.set 39
              local.set 40
              local.get 32
              i32.load8_u offset=1151 align=1
              drop
              local.get 32
              local.get 40
              v128.store offset=1024 align=1
              local.get 32
              local.get 39
              v128.store offset=1040 align=1
              local.get 32
              local.get 38
              v128.store offset=1056 align=1
              local.get 32
              local.get 37
              v128.store offset=1072 align=1
              local.get 32
              local.get 36
              v128.store offset=1088 align=1
              local.get 32
              local.get 35
              v128.store offset=1104 align=1
              local.get 32
              local.get 34
              v128.store offset=1120 align=1
              local.get 32
              local.get 33
              v128.store offset=1136 align=1
              local.get 23
              i32.const 8
              i32.add
              local.tee 23
              i32.const 16
              i32.lt_u
              br_if 0
            end
            i32.const 0
            local.set 41
            block
              loop
                local.get 4
                i64.const 16
                i64.add
                local.set 4
                local.get 41
                i32.const 64
                i32.lt_s
                local.set 42
                local.get 42
                i32.eqz
                br_if 1
                local.get 4
                i64.const 192
                i64.add
                local.set 4
                local.get 41
                i32.const 64
                i32.mul
                local.set 43
                local.get 41
                i32.const 1
                i32.add
                local.set 44
                local.get 44
                i32.const 64
                i32.mul
                local.set 45
                local.get 41
                i32.const 2
                i32.add
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
                  i32.const 16
                  i32.mul
                  local.get 0
                  i32.add
                  local.set 49
                  local.get 48
                  local.set 50
                  local.get 49
                  i32.load8_u offset=1279 align=1
                  drop
                  local.get 49
                  v128.load offset=1024 align=1
                  local.set 40
                  local.get 43
                  local.get 50
                  i32.add
                  local.set 51
                  local.get 8
                  local.get 51
                  i32.const 4
                  i32.mul
                  i32.add
                  local.set 52
                  local.get 52
                  i32.load8_u offset=511 align=1
                  drop
                  local.get 52
                  v128.load align=1
                  local.set 53
                  local.get 45
                  local.get 50
                  i32.add
                  local.set 54
                  local.get 52
                  v128.load offset=256 align=1
                  local.set 55
                  local.get 40
                  local.get 53
                  i32x4.add
                  local.set 56
                  local.get 56
                  local.get 55
                  i32x4.add
                  local.set 57
                  local.get 49
                  local.get 57
                  v128.store offset=1024 align=1
                  local.get 8
                  local.get 51
                  i32.const 4
                  i32.mul
                  i32.add
                  local.set 59
                  local.get 59
                  local.get 47
                  i32.const 16
                  i32.mul
                  i32.add
                  i32.const 1024
                  i32.add
                  local.tee 58
                  local.get 59
                  local.get 58
                  i32.const 512
                  i32.add
                  local.get 8
                  local.get 9
                  i32.add
                  i32.le_u
                  select
                  local.tee 58
                  i32.load8_u offset=511 align=1
                  drop
                  i32.const 0
                  local.set 60
                  local.get 60
                  local.get 58
                  i32.load align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1040 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=16 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=272 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1040 align=1
                  local.get 49
                  v128.load offset=1056 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=32 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=288 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1056 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=64 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1072 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=48 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=304 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1072 align=1
                  local.get 49
                  v128.load offset=1088 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=64 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=320 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1088 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=128 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1104 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=80 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=336 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1104 align=1
                  local.get 49
                  v128.load offset=1120 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=96 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=352 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1120 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=192 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1136 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=112 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=368 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1136 align=1
                  local.get 49
                  v128.load offset=1152 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=128 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=384 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1152 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=256 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1168 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=144 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=400 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1168 align=1
                  local.get 49
                  v128.load offset=1184 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=160 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=416 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1184 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=320 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1200 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=176 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=432 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1200 align=1
                  local.get 49
                  v128.load offset=1216 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=192 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=448 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1216 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=384 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1232 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=208 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=464 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1232 align=1
                  local.get 49
                  v128.load offset=1248 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=224 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=480 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1248 align=1
                  local.get 60
                  local.get 58
                  i32.load offset=448 align=1
                  i32.or
                  local.set 60
                  local.get 49
                  v128.load offset=1264 align=1
                  local.set 39
                  local.get 52
                  v128.load offset=240 align=1
                  local.set 61
                  local.get 52
                  v128.load offset=496 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 49
                  local.get 64
                  v128.store offset=1264 align=1
                  local.get 0
                  local.get 60
                  i32.store offset=80 align=1
                end
                local.get 46
                local.set 41
                br 0
              end
            end
          else
            i32.const 0
            local.set 65
            loop
              local.get 65
              i32.const 2
              i32.shl
              i32.const 0
              i32.add
              local.set 66
              local.get 65
              i32.const 2
              i32.shl
              i32.const 4
              i32.add
              local.set 67
              local.get 65
              i32.const 2
              i32.shl
              i32.const 8
              i32.add
              local.set 68
              local.get 65
              i32.const 2
              i32.shl
              i32.const 12
              i32.add
              local.set 69
              local.get 65
              i32.const 2
              i32.shl
              i32.const 16
              i32.add
              local.set 70
              local.get 65
              i32.const 2
              i32.shl
              i32.const 20
              i32.add
              local.set 71
              local.get 65
              i32.const 2
              i32.shl
              i32.const 24
              i32.add
              local.set 72
              local.get 65
              i32.const 2
              i32.shl
              i32.const 28
              i32.add
              local.set 73
              local.get 65
              i32.const 16
              i32.mul
              local.get 0
              i32.add
              local.set 74
              local.get 66
              local.set 50
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              i32.const 0
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
              local.set 33
              local.set 34
              local.set 35
              local.set 36
              local.set 37
              local.set 38
              local.set 39
              local.set 41
              local.set 40
              local.get 4
              i64.const 3336
              i64.add
              local.set 4
              local.get 41
              i32.const 64
              i32.mul
              local.set 43
              local.get 43
              local.get 50
              i32.add
              local.set 51
              local.get 8
              local.get 51
              i32.const 4
              i32.mul
              i32.add
              local.set 75
              block
                loop
                  local.get 41
                  i32.const 64
                  i32.lt_s
                  local.set 42
                  local.get 41
                  i32.const 64
                  i32.ge_s
                  br_if 1
                  local.get 75
                  i32.load8_u offset=383 align=1
                  drop
                  local.get 41
                  i32.const 64
                  i32.mul
                  local.set 43
                  local.get 43
                  local.get 50
                  i32.add
                  local.set 51
                  local.get 75
                  v128.load align=1
                  local.set 53
                  local.get 41
                  i32.const 1
                  i32.add
                  local.set 44
                  local.get 44
                  i32.const 64
                  i32.mul
                  local.set 45
                  local.get 75
                  v128.load offset=16 align=1
                  local.set 61
                  local.get 75
                  v128.load offset=32 align=1
                  local.set 76
                  local.get 75
                  v128.load offset=48 align=1
                  local.set 77
                  local.get 75
                  v128.load offset=64 align=1
                  local.set 78
                  local.get 75
                  v128.load offset=80 align=1
                  local.set 79
                  local.get 75
                  v128.load offset=96 align=1
                  local.set 80
                  local.get 75
                  v128.load offset=112 align=1
                  local.set 81
                  local.get 45
                  local.get 50
                  i32.add
                  local.set 54
                  local.get 75
                  v128.load offset=256 align=1
                  local.set 55
                  local.get 40
                  local.get 53
                  i32x4.add
                  local.set 56
                  local.get 56
                  local.get 55
                  i32x4.add
                  local.set 57
                  local.get 41
                  i32.const 2
                  i32.add
                  local.set 46
                  local.get 75
                  v128.load offset=272 align=1
                  local.set 62
                  local.get 39
                  local.get 61
                  i32x4.add
                  local.set 63
                  local.get 63
                  local.get 62
                  i32x4.add
                  local.set 64
                  local.get 75
                  v128.load offset=288 align=1
                  local.set 82
                  local.get 38
                  local.get 76
                  i32x4.add
                  local.set 83
                  local.get 83
                  local.get 82
                  i32x4.add
                  local.set 84
                  local.get 75
                  v128.load offset=304 align=1
                  local.set 85
                  local.get 37
                  local.get 77
                  i32x4.add
                  local.set 86
                  local.get 86
                  local.get 85
                  i32x4.add
                  local.set 87
                  local.get 75
                  v128.load offset=320 align=1
                  local.set 88
                  local.get 36
                  local.get 78
                  i32x4.add
                  local.set 89
                  local.get 89
                  local.get 88
                  i32x4.add
                  local.set 90
                  local.get 75
                  v128.load offset=336 align=1
                  local.set 91
                  local.get 35
                  local.get 79
                  i32x4.add
                  local.set 92
                  local.get 92
                  local.get 91
                  i32x4.add
                  local.set 93
                  local.get 75
                  v128.load offset=352 align=1
                  local.set 94
                  local.get 34
                  local.get 80
                  i32x4.add
                  local.set 95
                  local.get 95
                  local.get 94
                  i32x4.add
                  local.set 96
                  local.get 75
                  v128.load offset=368 align=1
                  local.set 97
                  local.get 33
                  local.get 81
                  i32x4.add
                  local.set 98
                  local.get 98
                  local.get 97
                  i32x4.add
                  local.set 99
                  local.get 57
                  local.get 46
                  local.get 64
                  local.get 84
                  local.get 87
                  local.get 90
                  local.get 93
                  local.get 96
                  local.get 99
                  local.set 33
                  local.set 34
                  local.set 35
                  local.set 36
                  local.set 37
                  local.set 38
                  local.set 39
                  local.set 41
                  local.set 40
                  local.get 75
                  i32.const 512
                  i32.add
                  local.set 75
                  br 0
                end
              end
              local.get 40
              local.get 39
              local.get 38
              local.get 37
              local.get 36
              local.get 35
              local.get 34
              local.get 33
              local.set 100
              local.set 101
              local.set 102
              local.set 103
              local.set 104
              local.set 105
              local.set 106
              local.set 107
              local.get 74
              i32.load8_u offset=1151 align=1
              drop
              local.get 74
              local.get 107
              v128.store offset=1024 align=1
              local.get 74
              local.get 106
              v128.store offset=1040 align=1
              local.get 74
              local.get 105
              v128.store offset=1056 align=1
              local.get 74
              local.get 104
              v128.store offset=1072 align=1
              local.get 74
              local.get 103
              v128.store offset=1088 align=1
              local.get 74
              local.get 102
              v128.store offset=1104 align=1
              local.get 74
              local.get 101
              v128.store offset=1120 align=1
              local.get 74
              local.get 100
              v128.store offset=1136 align=1
              local.get 65
              i32.const 8
              i32.add
              local.tee 65
              i32.const 16
              i32.lt_u
              br_if 0
            end
          end
          i32.const 0
          local.set 108
          loop
            local.get 108
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 109
            local.get 108
            i32.const 16
            i32.mul
            local.get 0
            i32.add
            local.set 110
            local.get 109
            local.set 50
            local.get 110
            i32.load8_u offset=1279 align=1
            drop
            local.get 110
            v128.load offset=1024 align=1
            local.set 107
            local.get 6
            local.get 50
            i32.const 4
            i32.mul
            i32.add
            local.set 111
            local.get 111
            i32.load8_u offset=255 align=1
            drop
            local.get 111
            local.get 107
            v128.store align=1
            local.get 110
            v128.load offset=1040 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=16 align=1
            local.get 110
            v128.load offset=1056 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=32 align=1
            local.get 110
            v128.load offset=1072 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=48 align=1
            local.get 110
            v128.load offset=1088 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=64 align=1
            local.get 110
            v128.load offset=1104 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=80 align=1
            local.get 110
            v128.load offset=1120 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=96 align=1
            local.get 110
            v128.load offset=1136 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=112 align=1
            local.get 110
            v128.load offset=1152 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=128 align=1
            local.get 110
            v128.load offset=1168 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=144 align=1
            local.get 110
            v128.load offset=1184 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=160 align=1
            local.get 110
            v128.load offset=1200 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=176 align=1
            local.get 110
            v128.load offset=1216 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=192 align=1
            local.get 110
            v128.load offset=1232 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=208 align=1
            local.get 110
            v128.load offset=1248 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=224 align=1
            local.get 110
            v128.load offset=1264 align=1
            local.set 106
            local.get 111
            local.get 106
            v128.store offset=240 align=1
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
