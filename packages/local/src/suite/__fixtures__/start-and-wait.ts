/** Starts a suite of stand-ins, prints the process ids and runs until it is killed. */
import { startSuite } from '../start-suite.ts';
import { fakeServices } from './fake-services.ts';

const [home = '', port = ''] = process.argv.slice(2);
const { processes } = await startSuite({ home, port: Number(port), services: fakeServices });
console.log(JSON.stringify(Object.values(processes).map(({ pid }) => pid)));
