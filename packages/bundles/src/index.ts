export type { SiteSecrets } from './archive/archive-format.ts';
export { encrypt } from './archive/encryption.ts';
export { BundleError } from './bundle-error.ts';
export { checkArchive } from './check-archive.ts';
export { describeFailure } from './describe-failure.ts';
export { exportSite } from './export-site.ts';
export { importSite, readSiteSecrets } from './import-site.ts';
export { describeContents, type Report } from './progress-report.ts';
