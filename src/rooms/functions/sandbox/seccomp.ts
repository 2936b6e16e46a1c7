// A filter of system calls for the outer layer, as the program that the kernel's BPF machine runs. It refuses what a
// sandboxed child never needs: sockets, forks, signals, tracing, mounts, kernel modules, keys, io_uring. A new program
// is not refused here, because the outer layer has to start the child: there is none to start in its file system. Nor are
// getsockname and getsockopt: Node asks with them what its own standard streams are, and does not start without an answer.

import { Buffer } from "node:buffer";

/** Numbers of system calls by architecture; a call that an architecture does not have is left out. */
const refused: Record<"x64" | "arm64", readonly number[]> = {
  x64: [
    ...[41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 52, 53, 54, 288, 299, 307], // sockets
    ...[57, 58], // fork, vfork
    ...[62, 200, 234, 424, 434, 438], // kill, tkill, tgkill, pidfd_*
    ...[101, 310, 311, 312], // ptrace, process_vm_*, kcmp
    ...[155, 161, 165, 166, 428, 429, 430, 431, 432, 433, 442, 272, 308], // roots, mounts, namespaces
    ...[175, 176, 246, 313, 320, 169, 153, 163, 167, 168], // modules, kexec, reboot, swap
    ...[248, 249, 250, 298, 321, 323, 304, 425, 426, 427], // keys, perf, bpf, userfaultfd, handles, io_uring
  ],
  arm64: [
    ...[198, 199, 200, 201, 202, 203, 205, 206, 207, 208, 210, 211, 212, 242, 243, 269],
    ...[129, 130, 131, 424, 434, 438],
    ...[117, 270, 271, 272],
    ...[41, 51, 40, 39, 428, 429, 430, 431, 432, 433, 442, 97, 268],
    ...[105, 106, 104, 273, 294, 142, 58, 89, 224, 225],
    ...[217, 218, 219, 241, 280, 282, 265, 425, 426, 427],
  ],
};

const auditArchitecture = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
/** x32 calls have this bit: the same calls under other numbers. */
const otherNumbers = 0x40000000;

const load = 0x20; // BPF_LD | BPF_W | BPF_ABS
const jumpIfEqual = 0x15;
const jumpIfGreaterOrEqual = 0x35;
const answer = 0x06;
const allow = 0x7fff0000;
const permissionDenied = 0x00050000 | 1; // SECCOMP_RET_ERRNO | EPERM
const kill = 0x80000000;
const offsetOfNumber = 0;
const offsetOfArchitecture = 4;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Null for an architecture whose numbers are not in the table. */
export function seccompFilter(architecture: string): Buffer | null {
  if (architecture !== "x64" && architecture !== "arm64") return null;
  const numbers = refused[architecture];
  const checks = numbers.map((number, i): Instruction => [jumpIfEqual, numbers.length - i, 0, number]);
  const program: Instruction[] = [
    [load, 0, 0, offsetOfArchitecture],
    [jumpIfEqual, 1, 0, auditArchitecture[architecture]],
    [answer, 0, 0, kill],
    [load, 0, 0, offsetOfNumber],
    [jumpIfGreaterOrEqual, numbers.length + 1, 0, otherNumbers],
    ...checks,
    [answer, 0, 0, allow],
    [answer, 0, 0, permissionDenied],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [i, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(ifTrue, i * 8 + 2);
    bytes.writeUInt8(ifFalse, i * 8 + 3);
    bytes.writeUInt32LE(value, i * 8 + 4);
  }
  return bytes;
}
