// The cache file: what fits is read, and nothing else, however it is damaged.

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createFlat } from "./flat.ts";
import { encode } from "./quantise.ts";
import { load, type Stamp, save } from "./sidecar.ts";

const folder = mkdtempSync(join(tmpdir(), "tellback-sidecar-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stamp: Stamp = { model: "minilm", dimensions: 8, generation: 42 };
const vector = (seed: number) => Float32Array.from({ length: 8 }, (_, i) => Math.sin(seed * 31 + i * 7));

function filled(rows: number) {
  const flat = createFlat(8);
  for (let key = 0; key < rows; key++) flat.add(key * 3, encode(vector(key)));
  return flat;
}

let files = 0;
const fresh = () => join(folder, `vectors-${files++}`);

describe("a sidecar", () => {
  test.each([0, 1, 5, 1023, 1024, 1025, 3000])("of %i rows is read back unchanged", async (rows) => {
    const path = fresh();
    const flat = filled(rows);
    expect(await save(path, flat, stamp)).toEqual({ status: "saved" });
    const loaded = load(path, stamp);
    if (loaded.status !== "loaded") throw new Error(loaded.status);
    expect(loaded.flat.size).toBe(rows);
    expect(loaded.flat.search(vector(-1), 20)).toEqual(flat.search(vector(-1), 20));
    loaded.flat.add(7, encode(vector(7)));
    expect(loaded.flat.remove(7)).toBe(true);
    expect(loaded.flat.remove(0)).toBe(rows > 0);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("serves only the model, dimensions and generation it was made of", async () => {
    const path = fresh();
    await save(path, filled(3), stamp);
    expect(load(path, { ...stamp, model: "gte" }).status).toBe("other_model");
    expect(load(path, { ...stamp, dimensions: 16 }).status).toBe("other_model");
    expect(load(path, { ...stamp, generation: 43 }).status).toBe("other_generation");
    expect(load(fresh(), stamp).status).toBe("missing");
    expect(load(folder, stamp).status).toBe("unreadable");
  });

  test("is refused when it ends at any other byte", async () => {
    const path = fresh();
    await save(path, filled(5), stamp);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(load(path, stamp).status).toBe("torn");
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.of(0)]));
    expect(load(path, stamp).status).toBe("torn");
  });

  test("is refused when any of its bytes is another", async () => {
    const path = fresh();
    await save(path, filled(5), stamp);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const rotten = Buffer.from(whole);
      rotten[at] = (rotten[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, rotten);
      expect(load(path, stamp).status).toMatch(/^(torn|other_version)$/);
    }
  });

  test("with a forged header cannot make us allocate or fail", async () => {
    const path = fresh();
    await save(path, filled(5), stamp);
    const whole = readFileSync(path);
    const header = 48 + stamp.model.length + 4;
    const forge = (change: (file: Buffer) => void) => {
      const file = Buffer.from(whole);
      change(file);
      file.writeUInt32LE(crc32(file.subarray(0, header - 4)), header - 4);
      writeFileSync(path, file);
      return load(path, stamp).status;
    };
    expect(forge(() => {})).toBe("loaded");
    for (const rows of [0, 4, 6, 0x7fffffff, 0xffffffff]) {
      expect(forge((file) => file.writeUInt32LE(rows, 16))).toBe("torn");
    }
    for (const length of [0, 7, 512, 513, 0xffffffff]) {
      expect(forge((file) => file.writeUInt32LE(length, 44))).not.toBe("loaded");
    }
    expect(forge((file) => file.writeUInt32LE(2, 8))).toBe("other_version");
    expect(forge((file) => file.writeDoubleLE(Number.NaN, 20))).toBe("other_generation");
  });

  test("with a true checksum over keys and scales that cannot be is refused", async () => {
    const spoil = async (change: (doubles: Float64Array, floats: Float32Array) => void) => {
      const path = fresh();
      const flat = filled(3);
      const { kernel, blockAt, stride } = flat.rows;
      const scales = (blockAt(0) + 1024 * stride) / 4;
      const keys = (blockAt(0) + 1024 * (stride + 4)) / 8;
      change(kernel.doubles.subarray(keys, keys + 3), kernel.floats.subarray(scales, scales + 3));
      await save(path, flat, stamp);
      return load(path, stamp).status;
    };
    expect(await spoil(() => {})).toBe("loaded");
    for (const key of [Number.NaN, -1, 0.5, 1e300, 0]) {
      expect(await spoil((keys) => keys.fill(key, 1, 2))).toBe("torn");
    }
    for (const scale of [Number.NaN, -1, 2]) {
      expect(await spoil((_, scales) => scales.fill(scale, 1, 2))).toBe("torn");
    }
  });

  test("is given up when rows change while it is written", async () => {
    const path = fresh();
    const flat = filled(3000);
    const saving = save(path, flat, stamp);
    flat.add(1, encode(vector(1)));
    expect(await saving).toEqual({ status: "changed" });
    expect(existsSync(path)).toBe(false);
    expect(await save(path, flat, stamp)).toEqual({ status: "saved" });
  });

  test("stays the old one if a writer was killed, and unfinished files are removed", async () => {
    const path = fresh();
    await save(path, filled(5), stamp);
    const leaving = `${path}.abcdef.tmp`;
    writeFileSync(leaving, readFileSync(path).subarray(0, 100));
    expect(load(path, stamp).status).toBe("loaded");
    await save(path, filled(6), stamp);
    expect(existsSync(leaving)).toBe(true);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(leaving, longAgo, longAgo);
    await save(path, filled(6), stamp);
    expect(existsSync(leaving)).toBe(false);
    expect(load(path, stamp).status).toBe("loaded");
  });

  test("leaves nothing behind where it cannot be written", async () => {
    const path = fresh();
    mkdirSync(join(path, "occupied"), { recursive: true });
    await expect(save(path, filled(5), stamp)).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await expect(save(join(folder, "no", "such"), filled(1), stamp)).rejects.toThrow();
  });

  test.skipIf(process.platform === "win32")("that is a pipe does not block", () => {
    const path = fresh();
    execFileSync("mkfifo", [path]);
    expect(load(path, stamp).status).toBe("unreadable");
  });
});
