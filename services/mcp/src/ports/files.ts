/** Names from the organisation's folder down to the file or folder; empty is that folder itself. */
export type FilePath = readonly string[];

export interface StoredText {
  readonly text: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** Bytes; null for a folder. */
  readonly size: number | null;
  readonly modifiedAt: Date;
}

export interface FolderPage {
  /** By name. Links and what is neither file nor folder are left out. */
  readonly entries: readonly FolderEntry[];
  readonly hasMore: boolean;
}

/**
 * Files of an organisation in a folder of its own. No path leads out of it, also not over links.
 * Everything throws `not_found` for what is not there or is a link, and `forbidden` for what the
 * service may not open.
 */
export interface Files {
  /**
   * A text in UTF-8.
   * @throws AppError `too_large`, and `unsupported_media_type` for what is no text.
   */
  readText(organisationId: string, path: FilePath): Promise<StoredText>;
  /**
   * Entries whose names follow `after`, at most `limit`.
   * @throws AppError `too_large` for a huge folder.
   */
  list(
    organisationId: string,
    path: FilePath,
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<FolderPage>;
  /**
   * Writes a whole file or nothing; missing folders are made.
   * @throws AppError `file_exists` when the name is taken and `overwrite` is false, and
   *   `too_large`.
   */
  writeText(
    organisationId: string,
    path: FilePath,
    file: { readonly text: string; readonly overwrite: boolean },
  ): Promise<{ readonly size: number }>;
}
