import {
  nextPartOf,
  parametersOf,
  parseDeliveryQuery,
  type Route,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/delivery-query';

const LISTS: Route[] = ['blog', 'pseo-pages'];

describe('what is asked of a delivery route', () => {
  it.each<[Route, string, Record<string, unknown>]>([
    ['blog', '', {}],
    ['blog', 'unknown=1&apiKey=k', {}],
    ['blog', 'slug=a', { slug: 'a' }],
    ['blog', 'category=Ports&tag=Sea', { category: 'Ports', tag: 'Sea' }],
    ['blog', 'category=&tag=&include=&limit=&cursor=', {}],
    ['blog', 'limit=1', { limit: 1 }],
    ['blog', 'limit=1000&cursor=c', { limit: 1_000, cursor: 'c' }],
    ['blog', 'include=words,id,words', { include: ['id', 'words'] }],
    ['pseo-pages', 'campaignId=c&limit=5', { campaignId: 'c', limit: 5 }],
    ['pseo-pages', 'include=fields,html', { include: ['html', 'fields'] }],
    ['website', 'slug=a&limit=x', {}],
  ])('%s?%s', (route, given, expected) => {
    expect(parseDeliveryQuery(route, given)).toEqual({ route, ...expected });
  });

  it.each<[Route, string, Record<string, unknown>]>([
    ['blog', 'category=Ports&tag=Sea&limit=5&cursor=c', {}],
    ['blog', 'cursor=c', {}],
    ['blog', 'include=content', {}],
    ['blog', 'include=content,id', { include: ['id'] }],
    ['pseo-pages', 'include=html,fields', {}],
    ['pseo-pages', 'campaignId=c', { campaignId: 'c' }],
  ])('beside a slug, what is of lists only means nothing: %s?%s', (route, given, expected) => {
    expect(parseDeliveryQuery(route, `slug=a&${given}`)).toEqual({ route, slug: 'a', ...expected });
  });

  it.each<[Route, string, RegExp]>([
    ['blog', 'slug=', /"slug" is empty/],
    ['pseo-pages', 'campaignId=', /"campaignId" is empty/],
    ['blog', 'limit=0', /"limit" takes a whole number from 1 to 1000/],
    ['blog', 'limit=1001', /"limit" takes a whole number/],
    ['blog', 'limit=-1', /"limit" takes a whole number/],
    ['blog', 'limit=1.5', /"limit" takes a whole number/],
    ['blog', 'limit=1e2', /"limit" takes a whole number/],
    ['blog', 'limit=0000000001', /"limit" takes a whole number/],
    ['blog', 'include=nothing', /"include" takes some of id, image/],
    ['blog', 'include=id,', /"include" takes some of/],
    ['blog', 'include=,', /"include" takes some of/],
    ['blog', 'include=ID', /"include" takes some of/],
    ['blog', 'include=id, words', /"include" takes some of/],
    ['blog', 'include=html', /"include" takes some of/],
    ['blog', 'slug=a&include=nothing', /"include" takes some of/],
    ['blog', 'slug=a&limit=0', /"limit" takes a whole number/],
    ['blog', 'cursor=c', /"cursor" is given without "limit"/],
    ['pseo-pages', 'cursor=c&limit=', /"cursor" is given without "limit"/],
    ['blog', 'tag=a&tag=b', /"tag" is given more than once/],
    ['blog', 'tag[]=a', /"tag" takes one plain value/],
  ])('%s?%s is refused', (route, given, message) => {
    expect(() => parseDeliveryQuery(route, given)).toThrow(message);
  });

  it.each(LISTS)('of %s has one form, in whatever order it comes', (route) => {
    const one = parseDeliveryQuery(route, 'limit=5&cursor=c');
    const other = parseDeliveryQuery(route, 'cursor=c&limit=5');
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(parametersOf(one)).toEqual(parametersOf(other));
  });

  it('can be sent again', () => {
    const given = 'include=words,id&category=Ports+%26+sea&limit=5';
    const query = parseDeliveryQuery('blog', given);
    // By name: category, cursor, include, limit, slug, tag.
    expect(parametersOf(query)).toEqual(['Ports & sea', null, 'id,words', '5', null, null]);
    expect(parametersOf(parseDeliveryQuery('website', ''))).toEqual([]);
    const next = nextPartOf(query, 'c');
    expect(parseDeliveryQuery('blog', next)).toEqual({ ...query, cursor: 'c' });
    expect([...new URLSearchParams(next).keys()]).toEqual(['category', 'cursor', 'include', 'limit']);
  });
});
