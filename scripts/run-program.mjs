import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program and returns `{status, output}`. A signal to this process ends the program and its
 * children, then calls `onStopped`, then ends this process.
 */
export function runProgram(program, parameters, { onStopped = () => {}, ...options }) {
  return new Promise((resolve) => {
    let child;
    let output = '';
    let stopped;
    const stop = (signal) => {
      stopped = signal;
      process.kill(-child.pid, signal);
    };
    // Registered before the start, so that no signal leaves the program behind.
    for (const signal of signals) process.once(signal, stop);
    // A process group of its own can be ended as a whole.
    child = spawn(program, parameters, { ...options, detached: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => {
        output += piece;
      });
    }
    const end = (outcome) => {
      for (const signal of signals) process.removeListener(signal, stop);
      if (stopped === undefined) {
        resolve(outcome);
        return;
      }
      onStopped();
      process.kill(process.pid, stopped);
    };
    child.on('error', (error) => end({ status: 1, output: error.message }));
    child.on('close', (status) => end({ status: status ?? 1, output }));
  });
}
