import { OTHER_NAMES, PICTURE_NAMES } from '../../../src/plugins/content-delivery/contracts/file-types';
import { refusalOf } from '../../../src/plugins/content-delivery/server/src/access/hardening/file-types/refusal';
import { fileText } from '../../support/committed-files';

describe('the kinds of files that are taken', () => {
  it('are in the docs', () => {
    const docs = fileText('docs/operations/uploads.md');
    expect(docs).toContain(`Pictures: ${PICTURE_NAMES}.`);
    expect(docs).toContain(`Other files: ${OTHER_NAMES}.`);
  });

  it('are said where a file is refused, HEIC by its type or its name', () => {
    expect(refusalOf('a.bmp', 'image/bmp')).toBe(
      `“a.bmp” was not uploaded: it is image/bmp. Pictures can be ${PICTURE_NAMES}, and TIFF, which is converted; other files ${OTHER_NAMES}.`,
    );
    expect(refusalOf('a')).toContain('it is of a kind that is not known.');
    for (const heic of [refusalOf('a.jpg', 'image/heic-sequence'), refusalOf('A.HEIC', '')])
      expect(heic).toContain('Save it as JPEG: on an iPhone');
  });
});
