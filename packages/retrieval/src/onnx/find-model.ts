import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toModelProblem } from '@lectern/contracts';
import { ModelError } from '../model-error.ts';
import { type ModelFiles, readModelFiles } from './model-files.ts';

export interface ModelSource {
  /** A folder, or the name of a model on the hub: `owner/name` or `owner/name@revision`. */
  readonly model: string;
  /** Folder for models from the hub; without it only folders can be used. */
  readonly modelsDirectory?: string | undefined;
  /** Base address of the hub. */
  readonly hubUrl?: string | undefined;
}

const hubName = /^([\w.-]+\/[\w.-]+?)(?:@([\w.-]+))?$/;
/** All files that may describe a model; those missing on the hub are skipped. */
const descriptions = [
  'config.json',
  'tokenizer_config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
  '1_Pooling/config.json',
];
const graphs = [
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model.onnx',
  'model.onnx',
];
const downloadTimeMs = 15 * 60_000;

/**
 * Returns the files of a model from a folder, or from the hub, which is asked once.
 * @throws ModelError if they are missing and cannot be downloaded.
 */
export async function findModel({
  model,
  modelsDirectory,
  hubUrl,
}: ModelSource): Promise<ModelFiles> {
  if (await isThere(model)) return readModelFiles(model);
  const [, name, revision = 'main'] = hubName.exec(model) ?? [];
  if (!name) {
    throw new ModelError(`There is no model folder ${model}.`, { problem: 'model_unknown' });
  }
  if (!modelsDirectory) {
    throw new ModelError(`There is no folder ${model}, and MODELS_DIR is not set for a download.`);
  }
  const folder = path.join(modelsDirectory, `${name.replace('/', '--')}@${revision}`);
  if (!(await isThere(folder))) {
    await fetchModel(
      folder,
      new URL(`${name}/resolve/${revision}/`, `${hubUrl ?? 'https://huggingface.co'}/`),
    );
  }
  return readModelFiles(folder, name);
}

/** Downloads a model to a temporary folder first, so that the target is complete or missing. */
async function fetchModel(folder: string, from: URL): Promise<void> {
  const suffix = createHash('sha256').update(`${process.pid} ${performance.now()}`).digest('hex');
  const unfinished = `${folder}.${suffix.slice(0, 8)}`;
  const signal = AbortSignal.timeout(downloadTimeMs);
  const fetchFile = (file: string) =>
    download(new URL(file, from), path.join(unfinished, file), signal);
  try {
    const isFound = (await fetchFile('tokenizer.json')) && (await fetchFirst(graphs, fetchFile));
    if (!isFound) {
      throw new ModelError('it has no tokenizer.json or no ONNX graph', {
        problem: 'model_unknown',
      });
    }
    for (const file of descriptions) await fetchFile(file);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process may have downloaded it first.
      if (!(await isThere(folder))) throw error;
    });
  } catch (error) {
    const { message, problem } =
      error instanceof ModelError
        ? error
        : { message: 'the hub cannot be reached', problem: 'unreachable' as const };
    throw new ModelError(`The model ${path.basename(folder)} cannot be downloaded: ${message}.`, {
      problem,
      cause: error,
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function fetchFirst(
  files: readonly string[],
  fetchFile: (file: string) => Promise<boolean>,
): Promise<boolean> {
  for (const file of files) if (await fetchFile(file)) return true;
  return false;
}

async function download(url: URL, file: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url, { signal });
  if (response.status === 404) {
    await response.body?.cancel();
    return false;
  }
  if (!response.ok || !response.body) {
    // The hub answers so for a model that does not exist, too.
    const isHidden = response.status === 401 || response.status === 403;
    const problem = isHidden ? 'model_unknown' : toModelProblem(response.status);
    throw new ModelError(`the hub answered ${response.status}`, { problem });
  }
  await mkdir(path.dirname(file), { recursive: true });
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file), { signal });
  return true;
}

async function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
