import {
  templatesIn,
  textsIn,
  variablesIn,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/campaign-templates/form-values';
import { placeIn } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/fault';

describe('the form of a campaign', () => {
  it('gives its templates by the texts that they make, empty ones left out', () => {
    expect(
      templatesIn({ slugTemplate: '{{ a }}', htmlTemplate: '', metaTitleTemplate: null, name: 'x' }),
    ).toEqual({
      slug: '{{ a }}',
    });
  });
});

describe('the form of a page', () => {
  it('gives the page its own texts', () => {
    expect(textsIn({ slug: 'a', html: '', metaTitle: 'T', title: 'no' })).toEqual({
      slug: 'a',
      metaTitle: 'T',
    });
  });

  it.each([
    ['{"city":"Berlin"}', { city: 'Berlin' }],
    [{ city: 'Berlin', count: 3 }, { city: 'Berlin' }],
    ['{"city":', {}],
    ['["a"]', {}],
    [null, {}],
    [undefined, {}],
  ])('reads variables from %j', (variables, expected) => {
    expect(variablesIn({ variables })).toEqual(expected);
  });
});

describe('the place of a mistake', () => {
  it('is taken out of the message', () => {
    expect(placeIn('The template does not work: tag "foo" not found, line:3, col:14.')).toEqual({
      message: 'The template does not work: tag "foo" not found.',
      line: 3,
      column: 14,
    });
  });

  it('is unknown where the message does not tell', () => {
    expect(placeIn('Something.')).toEqual({ message: 'Something.', line: null, column: null });
  });
});
