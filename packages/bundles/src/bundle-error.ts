/** A reason why a site cannot be exported or imported, told to the operator as it stands. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}
