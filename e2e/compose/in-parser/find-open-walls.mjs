// Run beside the parsers, with their user and behind their walls: what is open to a file that broke
// out of Node. Prints a list as JSON.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const problems = [];
const expectIn = (problem, text, pattern) => {
  if (!pattern.test(text)) problems.push(problem);
};

function findRights() {
  const status = readFileSync('/proc/1/status', 'utf8');
  expectIn('no filter of system calls', status, /^Seccomp:\s+2$/m);
  expectIn('is not its own user', status, /^Uid:(\s+10001){4}$/m);
  expectIn('may gain rights', status, /^NoNewPrivs:\s+1$/m);
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    expectIn(`has capabilities: ${set}`, status, new RegExp(`^${set}:\\s+0+$`, 'm'));
  }
}

/** `statfs` type of a file system in memory, which counts as the container's. */
const tmpfs = 0x0102_1994;
/** The kernel's, with a bound of its own for each user. */
const queues = '/dev/mqueue';
const telling = /SECRET|PASSWORD|KEY|_URL|ENDPOINT|JWKS|BUCKET|TOKEN/;

/** Processes of others, and secrets in the environment of any. */
function findProcesses() {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      expectIn(`sees a process of another user: ${id}`, status, /^Uid:\s+10001\s/m);
      const environment = readFileSync(`/proc/${id}/environ`, 'latin1').split('\0');
      const names = environment.map((line) => line.split('=')[0]);
      problems.push(...names.filter((name) => telling.test(name)));
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes(error.code)) problems.push(`/proc/${id}: ${error.code}`);
    }
  }
}

/** Mounts that belong neither to the system, nor to the code, nor to the process. */
function findFiles() {
  const others = ['/run/secrets', '/secrets', '/run/docker.sock', '/var/run/docker.sock'];
  problems.push(...others.filter((path) => existsSync(path)).map((path) => `has ${path}`));
  for (const folder of ['blobs', 'models', 'literature']) {
    const path = `/var/lib/lectern/${folder}`;
    if (existsSync(path) && readdirSync(path).length > 0) problems.push(`has files in ${path}`);
  }
  const own = ['/tmp', '/run/lectern-parser', '/dev/shm', queues];
  const onDisk = own.filter((path) => path !== queues && statfsSync(path).type !== tmpfs);
  problems.push(...onDisk.map((path) => `may fill the disk by ${path}`));
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const places = mounts.map((line) => line.split(' ')[1]).filter(Boolean);
  for (const place of new Set(['/app', '/etc', '/usr/bin', '/home/node', '/var/tmp', ...places])) {
    if (own.includes(place)) continue;
    try {
      writeFileSync(`${place}/written`, '');
      problems.push(`may write to ${place}`);
    } catch {
      // As it should.
    }
  }
}

async function findNetwork() {
  const devices = readFileSync('/proc/net/dev', 'utf8').match(/\S+(?=:)/g) ?? [];
  if (devices.join() !== 'lo') problems.push(`has a network: ${devices.join(', ')}`);
  const connectTo = (host) => (resolve) => {
    const socket = connect(9, host, () => resolve('connected'));
    socket.once('error', ({ code }) => resolve(code));
  };
  const ways = {
    '127.0.0.1': connectTo('127.0.0.1'),
    '::1': connectTo('::1'),
    udp: (resolve) => {
      const socket = createSocket('udp4');
      socket.once('error', ({ code }) => resolve(code));
      socket.bind(0, '127.0.0.1', () => resolve('bound'));
    },
  };
  for (const [name, tryIt] of Object.entries(ways)) {
    const outcome = await new Promise(tryIt);
    if (!['EPERM', 'EAFNOSUPPORT'].includes(outcome)) {
      problems.push(`may open a socket: ${name}, ${outcome}`);
    }
  }
}

/** Calls by their number on x64 and on arm64, and what each is tried with. */
const calls = {
  // Netlink, packets, virtual machines, the kernel's ciphers.
  socket: [41, 198, [16, 3, 0], [17, 3, 0], [40, 1, 0], [38, 5, 0]],
  ptrace: [101, 117, [0, 0, 0, 0]],
  process_vm_readv: [310, 270, [1, 0, 0, 0, 0, 0]],
  mount: [165, 40, [0, 0, 0, 0, 0]],
  // Name spaces of users, of mounts, of the network.
  unshare: [272, 97, [0x1000_0000], [0x2_0000], [0x4000_0000]],
  setns: [308, 268, [0, 0]],
  bpf: [321, 280, [0, 0, 0]],
  perf_event_open: [298, 241, [0, 0, -1, -1, 0]],
  userfaultfd: [323, 282, [0]],
  io_uring_setup: [425, 425, [1, 0]],
  add_key: [248, 217, [0, 0, 0, 0, 0]],
  keyctl: [250, 219, [0, 0, 0, 0, 0]],
  init_module: [175, 105, [0, 0, 0]],
  kexec_load: [246, 104, [0, 0, 0, 0]],
  name_to_handle_at: [303, 264, [0, 0, 0, 0, 0]],
  open_by_handle_at: [304, 265, [0, 0, 0]],
  personality: [135, 92, [0xffff_ffff]],
  memfd_create: [319, 279, [0, 0]],
  pivot_root: [155, 41, [0, 0]],
  chroot: [161, 51, [0]],
};
/** EPERM, or ENOSYS where the older call is made instead. */
const refusals = ['1', '38'];

function findCalls() {
  for (const [name, [x64, arm64, ...tries]] of Object.entries(calls)) {
    for (const parameters of tries) {
      const call = [process.arch === 'arm64' ? arm64 : x64, ...parameters].join(', ');
      const program = `my $given = syscall(${call}); print $given < 0 ? $! + 0 : "done"`;
      const options = { encoding: 'utf8', timeout: 10_000, killSignal: 'SIGKILL' };
      const { stdout, error } = spawnSync('perl', ['-e', program], options);
      const outcome = error?.code ?? stdout;
      if (!refusals.includes(outcome)) {
        problems.push(`may call ${name}(${parameters.join(', ')}): ${outcome}`);
      }
    }
  }
}

findRights();
findProcesses();
findFiles();
await findNetwork();
findCalls();
console.log(JSON.stringify(problems));
