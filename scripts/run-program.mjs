import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and gives `{status, output}`. A signal to this process ends the program
 * with all that it started, and then this process as if nothing had caught it; `onStopped` comes
 * between.
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
    // Before the program starts: a signal in between would leave it behind.
    for (const signal of signals) process.once(signal, stop);
    // A group of its own, which is ended as a whole.
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
