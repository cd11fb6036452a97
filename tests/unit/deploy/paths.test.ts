import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { OPENAPI_PATH } from '../../../src/plugins/content-delivery/contracts/openapi';
import { fileText } from '../../support/committed-files';

const between = (text: string, beginning: string, end: string): string[] => {
  const [, rest = ''] = text.split(beginning);
  return (rest.split(end)[0] ?? '').split('|').sort();
};
const names = (paths: readonly string[]): string[] => paths.map((one) => one.slice('/api/'.length)).sort();

it('nginx logs the path of every route, word for word', () => {
  const known = between(fileText('deploy/nginx/content-delivery.conf'), '"~*^/api/(?:', ')/?$"');
  const spelled = known.map((name) => name.replace('\\.', '.'));
  expect(spelled).toEqual(names([...Object.values(DELIVERY_PATHS), OPENAPI_PATH]));
});

it('Varnish keeps the answers that purges name', () => {
  const untagged: readonly string[] = [DELIVERY_PATHS.redirects, DELIVERY_PATHS.changes];
  const tagged = Object.values(DELIVERY_PATHS).filter((one) => !untagged.includes(one));
  const kept = between(fileText('deploy/varnish/content-delivery.vcl'), '"^/{1,2}api/(', ')/?(\\?|$)"');
  expect(kept).toEqual(names(tagged));
});
