// The parts that a thread for outside addresses needs. The main entry loads every library.
export { untilAborted } from '../deadlines/until-aborted.ts';
export { JsonShape } from '../http/json-shape.ts';
export { isText } from '../http/no-text.ts';
export { runPeriodically } from '../run-periodically.ts';
export { type AddressGuard, AddressRefusedError, createAddressGuard } from './address-guard.ts';
export { openGuardedFetch } from './guarded-fetch.ts';
