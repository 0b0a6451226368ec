import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { type BlobStore, BlobTooLargeError } from '@lectern/blobs';
import { type AcceptedDocument, AppError } from '@lectern/contracts';
import busboy from 'busboy';
import type { ReceivedFile } from './accept-file.ts';
import { cleanFileName, titleFromFileName } from './file-name.ts';

export interface UploadLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

export interface ReceiveOptions extends UploadLimits {
  /** Form fields that may contain files. */
  readonly fileFields: readonly string[];
  /** Form fields with text; by default `password`. */
  readonly textFields?: readonly string[];
  /** Called with the hash of each stored file. */
  readonly onPut?: (sha256: string) => void;
}

export interface Upload {
  /** In the order sent: the stored file, or the reason for its refusal. */
  readonly files: readonly (ReceivedFile | RefusedFile)[];
  readonly password: string | undefined;
  /** Text fields that are not empty. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface RefusedFile {
  readonly refused: AcceptedDocument;
}

/**
 * Streams the files of a multipart request into the blob store before anything is recorded, since
 * the password may come last.
 * @throws AppError `invalid_request` for a body that breaks off or has no file, and for an unknown
 *   field, which it names.
 */
export async function receiveFiles(
  request: IncomingMessage,
  blobs: BlobStore,
  limits: ReceiveOptions,
): Promise<Upload> {
  const parser = openParser(request, limits);
  const files: Promise<ReceivedFile | RefusedFile>[] = [];
  const { textFields = ['password'] } = limits;
  const fields: Record<string, string> = {};
  let problem: AppError | undefined;
  const refuse = (message: string, field: string) => {
    problem ??= new AppError('invalid_request', `${field}: ${message}`, { details: { field } });
  };

  parser.on('file', (field, stream, info) => {
    // It may break before it is read; its reader gets the error then.
    stream.on('error', () => undefined);
    if (!limits.fileFields.includes(field)) {
      refuse(`is not a known field; files are sent as ${limits.fileFields[0]}`, field);
      stream.resume();
      return;
    }
    const stored = storeFile({ stream, info }, blobs, limits);
    // Awaited below; a broken upload rejects before that.
    stored.catch(() => undefined);
    files.push(stored);
  });
  parser.on('field', (field, value) => {
    if (limits.fileFields.includes(field)) refuse('is no file: it has no file name', field);
    else if (!textFields.includes(field)) refuse('is not a known field', field);
    else if (value !== '') fields[field] = value.slice(0, 1000);
  });
  parser.on('filesLimit', () => refuse(`at most ${limits.maxFiles} files at once`, 'files'));

  const broken = await new Promise<unknown>((resolve) => pipeline(request, parser, resolve));
  await Promise.allSettled(files);
  if (broken) {
    throw new AppError('invalid_request', 'The upload was interrupted or is malformed.', {
      cause: broken,
    });
  }
  const stored = await Promise.all(files);
  if (problem) throw problem;
  if (stored.length === 0) {
    throw new AppError('invalid_request', 'files: no file was sent', {
      details: { field: 'files' },
    });
  }
  return { files: stored, password: fields.password, fields };
}

function openParser(request: IncomingMessage, limits: ReceiveOptions): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: limits.maxFiles, fields: 10, fieldSize: 4_000, parts: limits.maxFiles + 10 },
    });
  } catch (error) {
    throw new AppError('unsupported_media_type', 'Send multipart/form-data or application/json.', {
      cause: error,
    });
  }
}

async function storeFile(
  { stream, info }: { readonly stream: Readable; readonly info: busboy.FileInfo },
  blobs: BlobStore,
  { maxFileBytes, onPut }: ReceiveOptions,
): Promise<ReceivedFile | RefusedFile> {
  const fileName = cleanFileName(info.filename ?? '');
  try {
    const blob = await blobs.put(stream, maxFileBytes);
    onPut?.(blob.sha256);
    return { ...blob, fileName, mimeType: info.mimeType };
  } catch (error) {
    stream.resume();
    if (!(error instanceof BlobTooLargeError)) throw error;
    const limit = (maxFileBytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 2 });
    return {
      refused: {
        title: titleFromFileName(fileName),
        file_name: fileName,
        duplicate: false,
        error: { code: 'too_large', message: `${fileName} is larger than ${limit} MB.` },
      },
    };
  }
}
