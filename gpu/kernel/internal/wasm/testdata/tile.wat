(module
  (import "gpu" "event" (func (param i32)))
  (memory 16 16)
  (func $run (export "run") (param i32 i64 i32)
    (local i32 i64 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i64 i32 i64 i32 i32 i32 i32 i32 i32 i32 v128 i32 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 i32 v128 i32 i32 v128 i32 v128 v128 v128 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32)
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
    i64.const 7
    i64.add
    i64.const 56
    i64.add
    i64.const 0
    i64.add
    i64.const 0
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
    i64.const 7
    i64.add
    i64.const 56
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
        i64.const 336
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
          i64.const 7
          i64.add
          i64.const 56
          i64.add
          i64.const 0
          i64.add
          i64.const 0
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
          i64.const 7
          i64.add
          i64.const 56
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
            local.get 24
            i32.const 7
            i32.and
            local.set 25
            local.get 24
            i32.const 3
            i32.shr_u
            local.set 26
            local.get 24
            local.set 27
            local.get 27
            i32.const 2
            i32.shl
            local.set 28
            local.get 8
            local.get 27
            i32.const 4
            i32.mul
            i32.add
            local.set 29
            local.get 29
            i32.load8_u offset=255 align=1
            drop
            local.get 29
            v128.load align=1
            local.set 30
            local.get 0
            local.set 31
            local.get 31
            i32.load8_u offset=527 align=1
            drop
            local.get 31
            local.get 30
            v128.store offset=272 align=1
            local.get 29
            v128.load offset=16 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=288 align=1
            local.get 29
            v128.load offset=32 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=304 align=1
            local.get 29
            v128.load offset=48 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=320 align=1
            local.get 29
            v128.load offset=64 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=336 align=1
            local.get 29
            v128.load offset=80 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=352 align=1
            local.get 29
            v128.load offset=96 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=368 align=1
            local.get 29
            v128.load offset=112 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=384 align=1
            local.get 29
            v128.load offset=128 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=400 align=1
            local.get 29
            v128.load offset=144 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=416 align=1
            local.get 29
            v128.load offset=160 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=432 align=1
            local.get 29
            v128.load offset=176 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=448 align=1
            local.get 29
            v128.load offset=192 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=464 align=1
            local.get 29
            v128.load offset=208 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=480 align=1
            local.get 29
            v128.load offset=224 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=496 align=1
            local.get 29
            v128.load offset=240 align=1
            local.set 32
            local.get 31
            local.get 32
            v128.store offset=512 align=1
          end
          v128.const i32x4 0x03020100 0x03020100 0x03020100 0x03020100
          local.set 33
          i32.const 0
          local.set 34
          loop
            local.get 34
            i32.const 2
            i32.shl
            i32.const 0
            i32.add
            local.set 35
            local.get 34
            i32.const 2
            i32.shl
            i32.const 4
            i32.add
            local.set 36
            local.get 34
            i32.const 2
            i32.shl
            i32.const 8
            i32.add
            local.set 37
            local.get 34
            i32.const 2
            i32.shl
            i32.const 12
            i32.add
            local.set 38
            local.get 34
            i32.const 2
            i32.shl
            i32.const 16
            i32.add
            local.set 39
            local.get 34
            i32.const 2
            i32.shl
            i32.const 20
            i32.add
            local.set 40
            local.get 34
            i32.const 2
            i32.shl
            i32.const 24
            i32.add
            local.set 41
            local.get 34
            i32.const 2
            i32.shl
            i32.const 28
            i32.add
            local.set 42
            local.get 35
            i32.const 3
            i32.shr_u
            local.set 26
            local.get 35
            i32.const 7
            i32.and
            local.set 25
            local.get 35
            local.set 27
            local.get 26
            i32.const 5
            i32.shl
            local.set 43
            local.get 25
            i32.const 2
            i32.shl
            local.set 44
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            i32.const 0
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
            local.set 45
            local.set 46
            local.set 47
            local.set 48
            local.set 49
            local.set 50
            local.set 51
            local.set 52
            local.set 53
            local.get 4
            i64.const 264
            i64.add
            local.set 4
            block
              loop
                local.get 52
                i32.const 3
                i32.le_s
                local.set 54
                local.get 52
                i32.const 3
                i32.gt_s
                br_if 1
                local.get 0
                local.get 35
                i32.const 2
                i32.shl
                i32.add
                local.set 55
                local.get 55
                i32.load8_u offset=375 align=1
                drop
                local.get 55
                v128.load32_zero offset=276 align=1
                local.get 33
                i8x16.swizzle
                local.set 56
                local.get 0
                local.set 57
                local.get 57
                i32.load8_u offset=335 align=1
                drop
                local.get 57
                v128.load offset=304 align=1
                local.set 58
                local.get 56
                local.get 58
                i32x4.mul
                local.set 59
                local.get 53
                local.get 59
                i32x4.add
                local.set 60
                local.get 52
                i32.const 1
                i32.add
                local.set 61
                local.get 57
                v128.load offset=320 align=1
                local.set 62
                local.get 56
                local.get 62
                i32x4.mul
                local.set 63
                local.get 51
                local.get 63
                i32x4.add
                local.set 64
                local.get 55
                v128.load32_zero offset=308 align=1
                local.get 33
                i8x16.swizzle
                local.set 65
                local.get 65
                local.get 58
                i32x4.mul
                local.set 66
                local.get 50
                local.get 66
                i32x4.add
                local.set 67
                local.get 65
                local.get 62
                i32x4.mul
                local.set 68
                local.get 49
                local.get 68
                i32x4.add
                local.set 69
                local.get 55
                v128.load32_zero offset=340 align=1
                local.get 33
                i8x16.swizzle
                local.set 70
                local.get 70
                local.get 58
                i32x4.mul
                local.set 71
                local.get 48
                local.get 71
                i32x4.add
                local.set 72
                local.get 70
                local.get 62
                i32x4.mul
                local.set 73
                local.get 47
                local.get 73
                i32x4.add
                local.set 74
                local.get 55
                v128.load32_zero offset=372 align=1
                local.get 33
                i8x16.swizzle
                local.set 75
                local.get 75
                local.get 58
                i32x4.mul
                local.set 76
                local.get 46
                local.get 76
                i32x4.add
                local.set 77
                local.get 75
                local.get 62
                i32x4.mul
                local.set 78
                local.get 45
                local.get 78
                i32x4.add
                local.set 79
                local.get 60
                local.get 61
                local.get 64
                local.get 67
                local.get 69
                local.get 72
                local.get 74
                local.get 77
                local.get 79
                local.set 45
                local.set 46
                local.set 47
                local.set 48
                local.set 49
                local.set 50
                local.set 51
                local.set 52
                local.set 53
                br 0
              end
            end
            local.get 53
            local.get 51
            local.get 50
            local.get 49
            local.get 48
            local.get 47
            local.get 46
            local.get 45
            local.set 80
            local.set 81
            local.set 82
            local.set 83
            local.set 84
            local.set 85
            local.set 86
            local.set 87
            local.get 6
            local.get 27
            i32.const 4
            i32.mul
            i32.add
            local.set 88
            local.get 88
            i32.load8_u offset=127 align=1
            drop
            local.get 88
            local.get 87
            v128.store align=1
            local.get 88
            local.get 86
            v128.store offset=16 align=1
            local.get 88
            local.get 85
            v128.store offset=32 align=1
            local.get 88
            local.get 84
            v128.store offset=48 align=1
            local.get 88
            local.get 83
            v128.store offset=64 align=1
            local.get 88
            local.get 82
            v128.store offset=80 align=1
            local.get 88
            local.get 81
            v128.store offset=96 align=1
            local.get 88
            local.get 80
            v128.store offset=112 align=1
            local.get 34
            i32.const 8
            i32.add
            local.tee 34
            i32.const 16
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
