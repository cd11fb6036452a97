import { withoutBlocks } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/content/blocks';
import { withCode } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/content/code';
import {
  Notices,
  Room,
} from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/content/sources';
import { tokenize } from '../../../../src/plugins/content-delivery/server/src/migration/html/tokens';
import { plainText } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/plain-text';

describe('HTML that nobody wrote by hand', () => {
  it('is plain text however deep its elements lie, in order', () => {
    expect(plainText(`a${'<i>'.repeat(20_000)}b<b>c</b>d${'</i>'.repeat(20_000)}e`)).toBe('abcde');
  });

  const many = '<b>x</b>'.repeat(60_000);

  it.each([
    ['a shortcode block', `<!-- wp:shortcode -->${many}<!-- /wp:shortcode -->`],
    ['a block that posts share', '<!-- wp:block {"ref":1} /-->'],
  ])('may have any number of tags in %s', (_, content) => {
    const sources = {
      postId: '1',
      attachment: () => null,
      attachmentsOf: () => [],
      sharedBlock: () => many,
      footnotes: [],
      playerOf: () => null,
    };
    const { tokens } = withoutBlocks(tokenize(content), sources, new Room(), new Notices());
    const text = tokens.map(({ raw }) => raw).join('');
    expect(text.split('<b>')).toHaveLength(60_001);
  });

  it.each(['[code]', '<!--[/', '<a "', "<a '=", '[php x="', '<pre>[/'])(
    'may have any number of beginnings without an end: %s',
    (one) => {
      const text = `${one.repeat(200_000)}[/`;
      expect(withCode(text)).toBe(text);
    },
  );
});
