import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the binaries of other platforms, which onnxruntime-node brings in one package (220 MB). */
export function pruneOtherPlatforms(folder) {
  const store = join(folder, 'node_modules/.pnpm');
  for (const name of list(store).filter((entry) => entry.startsWith('onnxruntime-node@'))) {
    const bin = join(store, name, 'node_modules/onnxruntime-node/bin');
    for (const binaries of list(bin).map((entry) => join(bin, entry))) {
      const own = join(binaries, process.platform, process.arch);
      if (!existsSync(own)) continue;
      for (const platform of list(binaries)) {
        for (const arch of list(join(binaries, platform))) {
          const path = join(binaries, platform, arch);
          if (path !== own) rmSync(path, { recursive: true });
        }
      }
    }
  }
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

if (process.argv[1] === import.meta.filename) pruneOtherPlatforms(process.cwd());
