;; The inner loops of the vector index, for whoever wants to know where the time goes.
;; Assembled by `node scripts/kernel.ts` into kernel-bytes.ts; kernel.ts says what each function means to TypeScript.
;;
;; Rows lie one after another, `stride` bytes each. A scan looks at the rows whose bit is set in `mask`
;; (one 32-bit word for 32 rows) and writes what passes the bar to `hits` as pairs of 32 bits: slot, score.
;; It does not sort: the bar rises from call to call, so only a few pass, and TypeScript keeps the best of those.

(module
  (memory (import "tellback" "memory") 1 65536)

  ;; int8 row · int16 query. `stride` is a multiple of 32, so each turn takes 32 dimensions into four sums.
  ;; A sum cannot overflow: kernel.ts bounds the query by Cauchy-Schwarz.
  (func $dot (export "dot") (param $row i32) (param $query i32) (param $stride i32) (result i32)
    (local $end i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $row) (local.get $stride)))
    (loop $turn
      (local.set $a (i32x4.add (local.get $a)
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $query)))))
      (local.set $b (i32x4.add (local.get $b)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $query)))))
      (local.set $c (i32x4.add (local.get $c)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $row)) (v128.load offset=32 (local.get $query)))))
      (local.set $d (i32x4.add (local.get $d)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $row)) (v128.load offset=48 (local.get $query)))))
      (local.set $query (i32.add (local.get $query) (i32.const 64)))
      (local.set $row (i32.add (local.get $row) (i32.const 32)))
      (br_if $turn (i32.lt_u (local.get $row) (local.get $end))))
    (call $across
      (i32x4.add (i32x4.add (local.get $a) (local.get $b)) (i32x4.add (local.get $c) (local.get $d)))))

  ;; The sum of the four lanes.
  (func $across (param $v v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v)))
      (i32.add (i32x4.extract_lane 2 (local.get $v)) (i32x4.extract_lane 3 (local.get $v)))))

  ;; The exact scan: score = dot × the row's scale × `gain` (the query's own scale).
  ;; Hits are the rows with score ≥ `floor`; returns how many. Adds Σ score and Σ score² to the two f64 at `tally`.
  (func (export "scan")
    (param $rows i32) (param $scales i32) (param $mask i32) (param $words i32) (param $stride i32)
    (param $query i32) (param $gain f32) (param $floor f32) (param $slot i32) (param $hits i32) (param $tally i32)
    (result i32)
    (local $first i32) (local $word i32) (local $bit i32) (local $score f32) (local $wide f64)
    (local $sum f64) (local $squares f64)
    (local.set $first (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $words)))
        (local.set $word (i32.load (local.get $mask)))
        (block $empty
          (loop $row
            (br_if $empty (i32.eqz (local.get $word)))
            (local.set $bit (i32.ctz (local.get $word)))
            (local.set $score
              (f32.mul
                (f32.convert_i32_s
                  (call $dot
                    (i32.add (local.get $rows) (i32.mul (local.get $bit) (local.get $stride)))
                    (local.get $query)
                    (local.get $stride)))
                (f32.mul
                  (f32.load (i32.add (local.get $scales) (i32.shl (local.get $bit) (i32.const 2))))
                  (local.get $gain))))
            (local.set $wide (f64.promote_f32 (local.get $score)))
            (local.set $sum (f64.add (local.get $sum) (local.get $wide)))
            (local.set $squares
              (f64.add (local.get $squares) (f64.mul (local.get $wide) (local.get $wide))))
            (if (f32.ge (local.get $score) (local.get $floor))
              (then
                (i32.store (local.get $hits) (i32.add (local.get $slot) (local.get $bit)))
                (f32.store offset=4 (local.get $hits) (local.get $score))
                (local.set $hits (i32.add (local.get $hits) (i32.const 8)))))
            (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
            (br $row)))
        (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $stride) (i32.const 5))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 128)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 32)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
        (local.set $words (i32.sub (local.get $words) (i32.const 1)))
        (br $next)))
    (f64.store (local.get $tally) (f64.add (f64.load (local.get $tally)) (local.get $sum)))
    (f64.store offset=8 (local.get $tally) (f64.add (f64.load offset=8 (local.get $tally)) (local.get $squares)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $first)) (i32.const 3)))

  ;; The rough scan: how many sign bits of a row differ from the query's. `stride` is a multiple of 16 bytes.
  ;; Hits are the rows with distance ≤ `limit`; returns how many.
  (func (export "near")
    (param $rows i32) (param $mask i32) (param $words i32) (param $stride i32)
    (param $query i32) (param $limit i32) (param $slot i32) (param $hits i32)
    (result i32)
    (local $first i32) (local $word i32) (local $bit i32) (local $at i32) (local $byte i32)
    (local $differ v128) (local $distance i32)
    (local.set $first (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $words)))
        (local.set $word (i32.load (local.get $mask)))
        (block $empty
          (loop $row
            (br_if $empty (i32.eqz (local.get $word)))
            (local.set $bit (i32.ctz (local.get $word)))
            (local.set $at (i32.add (local.get $rows) (i32.mul (local.get $bit) (local.get $stride))))
            (local.set $byte (i32.const 0))
            (local.set $differ (v128.const i32x4 0 0 0 0))
            (loop $turn
              (local.set $differ
                (i16x8.add (local.get $differ)
                  (i16x8.extadd_pairwise_i8x16_u
                    (i8x16.popcnt
                      (v128.xor
                        (v128.load (i32.add (local.get $at) (local.get $byte)))
                        (v128.load (i32.add (local.get $query) (local.get $byte))))))))
              (local.set $byte (i32.add (local.get $byte) (i32.const 16)))
              (br_if $turn (i32.lt_u (local.get $byte) (local.get $stride))))
            (local.set $distance (call $across (i32x4.extadd_pairwise_i16x8_u (local.get $differ))))
            (if (i32.le_u (local.get $distance) (local.get $limit))
              (then
                (i32.store (local.get $hits) (i32.add (local.get $slot) (local.get $bit)))
                (i32.store offset=4 (local.get $hits) (local.get $distance))
                (local.set $hits (i32.add (local.get $hits) (i32.const 8)))))
            (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
            (br $row)))
        (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $stride) (i32.const 5))))
        (local.set $slot (i32.add (local.get $slot) (i32.const 32)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
        (local.set $words (i32.sub (local.get $words) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $first)) (i32.const 3)))

  ;; The sign bits of one int8 row of `stride` bytes (a multiple of 16), to stride / 8 bytes at `to`.
  (func (export "signs") (param $row i32) (param $stride i32) (param $to i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (local.get $stride)))
    (loop $turn
      (i32.store16 (local.get $to) (i8x16.bitmask (v128.load (local.get $row))))
      (local.set $to (i32.add (local.get $to) (i32.const 2)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br_if $turn (i32.lt_u (local.get $row) (local.get $end)))))

  ;; One step of the checksum: add, multiply by an odd number, rotate (or high bits would never reach low ones).
  (func $stir (param $state v128) (param $data v128) (result v128)
    (local.set $state
      (i32x4.mul
        (i32x4.add (local.get $state) (local.get $data))
        (v128.const i32x4 0x9E3779B1 0x9E3779B1 0x9E3779B1 0x9E3779B1)))
    (v128.or
      (i32x4.shl (local.get $state) (i32.const 13))
      (i32x4.shr_u (local.get $state) (i32.const 19))))

  ;; A checksum against torn and rotten files (not against forgers), three times as fast as zlib's crc32.
  ;; `bytes` is a multiple of 64; the 64 bytes of state at `state` carry on from call to call.
  (func (export "digest") (param $at i32) (param $bytes i32) (param $state i32)
    (local $end i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $a (v128.load (local.get $state)))
    (local.set $b (v128.load offset=16 (local.get $state)))
    (local.set $c (v128.load offset=32 (local.get $state)))
    (local.set $d (v128.load offset=48 (local.get $state)))
    (local.set $end (i32.add (local.get $at) (local.get $bytes)))
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $a (call $stir (local.get $a) (v128.load (local.get $at))))
        (local.set $b (call $stir (local.get $b) (v128.load offset=16 (local.get $at))))
        (local.set $c (call $stir (local.get $c) (v128.load offset=32 (local.get $at))))
        (local.set $d (call $stir (local.get $d) (v128.load offset=48 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $turn)))
    (v128.store (local.get $state) (local.get $a))
    (v128.store offset=16 (local.get $state) (local.get $b))
    (v128.store offset=32 (local.get $state) (local.get $c))
    (v128.store offset=48 (local.get $state) (local.get $d))))
