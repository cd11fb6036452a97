import { visibleText } from '../../../../src/plugins/content-delivery/server/src/platform/html/visible-text';

describe('the text that readers see', () => {
  it.each([
    ['<p>One</p><svg><title/><path d="M0 0"/></svg><p>Two</p>', 'One Two'],
    ['<p>One</p><svg><style>a</style><text>b</text></svg><p>Two</p>', 'One Two'],
    ['<p>One</p><math><textarea/></math><p>Two</p>', 'One Two'],
    ['<p>One</p><style>p { color: red }</style><p>Two</p>', 'One Two'],
    ['<p>One</p><template><svg>a</template>Two', 'One Two'],
    ['<p>One</p><template>a<template>b</template>c</template>Two', 'One Two'],
    ['<p>One</p></template></svg>Two', 'One Two'],
  ])('of %s', (html, text) => {
    expect(visibleText(html)).toBe(text);
  });

  // Where each end tag looked through all that is open, these took hours.
  it.each([
    ['svg', 'p'],
    ['template', 'p'],
    ['svg', 'template'],
  ])('is found where %s is not closed and %s not opened, a hundred thousand times', (open, close) => {
    const html = `Seen${`<${open}>`.repeat(100_000)}${`</${close}>`.repeat(100_000)}not seen`;
    expect(visibleText(html)).toBe('Seen');
  });
});
