import {
  RemoteFileProblem,
  Unreachable,
} from '../../../../src/plugins/content-delivery/server/src/platform/outgoing/problems';
import { createReach } from '../../../../src/plugins/content-delivery/server/src/migration/images/reach';

const A = 'https://a.example.com';
const B = 'http://a.example.com';

describe('a server of images', () => {
  const noted = (outcomes: (RemoteFileProblem | null)[]) => {
    const reach = createReach();
    for (const outcome of outcomes) reach.note(A, outcome);
    return reach;
  };
  const gone = new Unreachable('It took longer than 60 s.');

  it('is not asked again after three failures in a row; others are', () => {
    const reach = noted([gone, gone, gone]);
    expect(() => reach.expect(A)).toThrow(gone.message);
    expect(() => reach.expect(A)).toThrow(RemoteFileProblem);
    expect(() => reach.expect(B)).not.toThrow();
  });

  it.each([
    ['two failures', [gone, gone]],
    ['a success between them', [gone, gone, null, gone, gone]],
    ['an answer between them', [gone, gone, new RemoteFileProblem('The server answered with 404.'), gone]],
    ['answers that are no image', Array.from({ length: 5 }, () => new RemoteFileProblem('404'))],
  ])('is asked again after %s', (_, outcomes) => {
    expect(() => noted(outcomes).expect(A)).not.toThrow();
  });
});
