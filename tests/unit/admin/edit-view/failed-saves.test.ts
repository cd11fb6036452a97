import {
  keptFailure,
  tagsUnlessFailed,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/unsaved-work/failure';

const NOT_KNOWN = 'content-delivery.unsaved-work.not-known';

describe('a failed save', () => {
  it('with errors at fields is handed on as it is', () => {
    const failure = { name: 'ValidationError', message: 'Taken.', details: { errors: [{ path: ['slug'] }] } };
    expect(keptFailure(failure)).toBe(failure);
  });

  it.each([
    ['a lost connection', { name: 'TypeError', message: 'Failed to fetch' }],
    ['the page of a proxy', { name: 'SyntaxError', message: 'Unexpected token <' }],
    ['an answer without words', { name: 'UnknownError', message: 'Unknown Server Error', status: 502 }],
  ])('for %s leaves the form alone and says that it is not known', (_what, failure) => {
    expect(keptFailure(failure)).toMatchObject({
      name: 'ValidationError',
      message: NOT_KNOWN,
      details: {},
    });
  });

  it('for a reason without a field leaves the form alone and tells the reason', () => {
    const failure = {
      name: 'ApplicationError',
      message: 'Another editor was saving.',
      status: 400,
      details: {},
    };
    expect(keptFailure(failure)).toEqual({ ...failure, name: 'ValidationError' });
  });
});

describe('what is read again after a save', () => {
  it('is what Strapi says, and nothing after a failure', () => {
    const tags = tagsUnlessFailed((_result, _error, argument) => [`Document ${String(argument)}`]);
    expect(tags({}, undefined, 1, {})).toEqual(['Document 1']);
    expect(tags(undefined, { name: 'TypeError' }, 1, {})).toEqual([]);
    expect(tagsUnlessFailed(['All'])({}, undefined, 1, {})).toEqual(['All']);
    expect(tagsUnlessFailed(undefined)({}, undefined, 1, {})).toEqual([]);
  });
});
