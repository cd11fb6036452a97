import {
  linkedTypeOf,
  typeOf,
} from '../../../../src/plugins/content-delivery/server/src/migration/images/type';
import { PIXEL } from '../../../fixtures/pixel';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('what a file is that posts link to', () => {
  it.each([
    ['%PDF-1.7', '.pdf', 'application/pdf'],
    ['ID3\x04', '.mp3', 'audio/mpeg'],
    ['\xff\xfb\x90\x00', '.mp3', 'audio/mpeg'],
    ['fLaC', '.flac', 'audio/flac'],
    ['RIFF\0\0\0\0WAVEfmt', '.wav', 'audio/wav'],
    ['OggS', '.ogg', 'audio/ogg'],
    ['OggS', '.ogv', 'video/ogg'],
    ['\x1aE\xdf\xa3', '.webm', 'video/webm'],
    ['\0\0\0 ftypisom', '.mp4', 'video/mp4'],
    ['\0\0\0 ftypM4A ', '.m4a', 'audio/mp4'],
    ['PK\x03\x04', '.zip', 'application/zip'],
    ['PK\x03\x04', '.DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%j %s is %s', (start, extension, mime) => {
    expect(linkedTypeOf(bytes(start), extension)?.mime).toBe(mime);
  });

  it.each([
    ['<html><script>', '.pdf'],
    ['MZ', '.zip'],
    ['PK\x03\x04', '.jar'],
    ['\0\0\0 ftypheic', '.mp4'],
    ['\xff\xd8\xff', '.mp3'],
    ['', '.pdf'],
  ])('%j %s is none', (start, extension) => {
    expect(linkedTypeOf(bytes(start), extension)).toBeNull();
  });

  it('leaves pictures to those who know them', () => {
    expect(typeOf(PIXEL)?.mime).toBe('image/png');
    expect(linkedTypeOf(PIXEL, '.png')).toBeNull();
  });
});
