// Starts processes until no more are given, ends them, and prints how many there were.
import { spawn } from 'node:child_process';

const maxTried = 2_000;
const children = [];
let refusal;
while (refusal === undefined && children.length < maxTried) {
  const child = spawn('sleep', ['120'], { stdio: 'ignore' });
  child.on('error', ({ code }) => {
    refusal = code;
  });
  if (child.pid) children.push(child);
  await new Promise((resolve) => setImmediate(resolve));
}
for (const child of children) child.kill('SIGKILL');
console.log(JSON.stringify({ started: children.length, refusal }));
