import { startHostileMcp } from '@lectern/testing/hostile-mcp';

// A process of its own, so that its work is not measured as somebody else's waiting.
const { url } = await startHostileMcp();
process.send?.(url);
