import type { BenchOptions } from '../options.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { measureCallTool } from './measure-call-tool.ts';
import { measureHostileServers } from './measure-hostile-servers.ts';
import { measureWire } from './measure-wire.ts';
import { registerSet } from './registered-set.ts';

/** Servers of LiveMCPBench as real endpoints: index building, routing, bad servers, `call_tool`. */
export async function measureRouting(suite: BenchSuite, options: BenchOptions): Promise<void> {
  {
    await using registered = await registerSet(suite, options.data, 'livemcpbench');
    await measureWire(suite, registered);
    await measureHostileServers(suite, registered, options);
  }
  await measureCallTool(suite, options);
}
