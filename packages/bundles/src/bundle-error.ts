/** The reason why a site cannot be exported or imported. Operators see its message. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}
