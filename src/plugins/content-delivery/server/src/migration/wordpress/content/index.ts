export { renderContent } from './render';
export { Notices, type Attachment, type ContentSources, type NoticeKind } from './sources';
