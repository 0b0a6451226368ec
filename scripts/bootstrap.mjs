// Runs first on a fresh clone, under the user's own Node: only old syntax here.
var major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Lectern needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
  process.exit(1);
} else if (process.platform !== 'linux' || ['x64', 'arm64'].indexOf(process.arch) < 0) {
  console.error(
    `Lectern runs on Linux (x64, arm64), on Windows in WSL; this is ${process.platform} ${process.arch}.`,
  );
  process.exit(1);
} else {
  import('./run-command.mjs').then((module) =>
    module.runCommand(process.argv[2], process.argv.slice(3)),
  );
}
