/** Entry of a process that recognises the text of one picture after the other. */
import { fileURLToPath } from 'node:url';
import type { RecogniserAnswer } from './parser-pool/parser-messages.ts';
import type { Raster } from './parsing/recognition/recognise-text.ts';
import { openRecogniser } from './text-recognition/recogniser.ts';

const send = (answer: RecogniserAnswer) => process.send?.(answer);

process.on('disconnect', () => process.exit(0));
const models = fileURLToPath(new URL('../models/pp-ocr-v6', import.meta.url));
const recogniser = await openRecogniser(models);
process.on('message', async (picture: Raster) => {
  send({ lines: await recogniser.recognise(picture).catch(() => undefined) });
});
send({ ready: true });
