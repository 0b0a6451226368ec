import { parentPort } from 'node:worker_threads';
import { startHostileMcp } from '@lectern/testing/hostile-mcp';

// A thread of its own, so that its work is not measured as somebody else's waiting.
const { url } = await startHostileMcp();
parentPort?.postMessage(url);
