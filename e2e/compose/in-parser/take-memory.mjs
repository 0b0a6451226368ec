// Takes memory until it is ended, and prints how many MB it has had.
const kept = [];
for (;;) {
  kept.push(Buffer.alloc(64 * 1024 * 1024, 1));
  process.stdout.write(`${kept.length * 64}\n`);
}
