export type { SiteSecrets } from './archive/archive-format.ts';
export { describeFailure } from './describe-failure.ts';
export { exportSite } from './export-site.ts';
export { importSite, readSiteSecrets } from './import-site.ts';
export { TransferError } from './transfer-error.ts';
export { describeContents, type Report } from './transfer-report.ts';
