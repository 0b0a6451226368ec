/** Path segments below the organisation's folder; empty for that folder itself. */
export type FilePath = readonly string[];

export interface StoredText {
  readonly text: string;
  /** Size in bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** Size in bytes; null for a folder. */
  readonly size: number | null;
  readonly modifiedAt: Date;
}

export interface FolderPage {
  /** Sorted by name, without links and special files. */
  readonly entries: readonly FolderEntry[];
  readonly hasMore: boolean;
}

/**
 * Files of an organisation in its own folder. No path and no link leads out of it.
 * @throws AppError `not_found` for missing files and links, `forbidden` for files that the service
 * may not open.
 */
export interface Files {
  /**
   * Reads a UTF-8 text.
   * @throws AppError `too_large`, and `unsupported_media_type` for other files.
   */
  readText(organisationId: string, path: FilePath): Promise<StoredText>;
  /**
   * Lists at most `limit` entries whose names follow `after`.
   * @throws AppError `too_large` for a huge folder.
   */
  list(
    organisationId: string,
    path: FilePath,
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<FolderPage>;
  /**
   * Writes a file atomically and creates missing folders.
   * @throws AppError `file_exists` if the name is taken and `overwrite` is false, and `too_large`.
   */
  writeText(
    organisationId: string,
    path: FilePath,
    file: { readonly text: string; readonly overwrite: boolean },
  ): Promise<{ readonly size: number }>;
}
