import { Flex, Typography } from '@strapi/design-system';
import type { WebsiteOverview } from '../../../../contracts/websites';
import { useCopy } from '../../shared/copy';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { useText } from '../../shared/text';
import { KeySection } from '../../edit-view/website-key/KeySection';
import { useReadApiKey } from '../../edit-view/website-key/useApiKey';
import { Snippet } from './Snippet';
import { CLIENT_PACKAGE, curlCommands, envFile, NEXT_PAGE, PLAIN_FETCH, VARIABLES } from './snippets';
import { useSuggestions } from './useSuggestions';

interface SetUpProps {
  website: WebsiteOverview;
  /** The address under which front ends reach the server. */
  server: string;
  keyPermissions: { mayReveal: boolean; mayRotate: boolean };
  onChanged(): void;
}

/** The key and code to start with. Copied code has the key in it; on the page it stays masked. */
export const SetUp = ({ website, server, keyPermissions, onChanged }: SetUpProps) => {
  const text = useText();
  const copy = useCopy();
  const readKey = useReadApiKey(website.documentId);
  const [post] = useSuggestions(website.documentId, 'posts', '');
  const [page] = useSuggestions(website.documentId, 'pages', '');
  const examples = { post: post?.value ?? 'my-first-post', page: page?.value ?? 'city/berlin' };

  const placeholder = text('connect.your-key');
  const shownKey = (keyPermissions.mayReveal && website.keys?.current?.mask) || placeholder;
  const copyWithKey = async (make: (apiKey: string) => string | null): Promise<void> => {
    const key = keyPermissions.mayReveal ? await readKey() : placeholder;
    if (key === null) return;
    await copy(make(key) ?? text('connect.key-not-for-env'), text('connect.copied'));
  };
  const isNext = website.kind !== 'rest-api';
  const code = isNext ? NEXT_PAGE : PLAIN_FETCH;

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Section title={text('connect.key.title')} about={text('connect.key.about')}>
        {website.keys ? (
          <KeySection website={website} keys={website.keys} onChanged={onChanged} {...keyPermissions} />
        ) : (
          <Typography textColor="neutral600">{text('website-key.no-permission')}</Typography>
        )}
        <Snippet
          title={text(isNext ? 'connect.env-next' : 'connect.env')}
          code={`${VARIABLES.address}=${server}\n${VARIABLES.key}=${shownKey}`}
          onCopy={() => void copyWithKey((key) => envFile(server, key))}
        />
        <Notice tone="info">{text('connect.key-is-public')}</Notice>
      </Section>
      <Section title={text('connect.code.title')} about={text('connect.code.about')}>
        <Snippet
          title={text(isNext ? 'connect.next' : 'connect.fetch')}
          code={code}
          onCopy={() => void copy(code, text('connect.copied'))}
        />
        <Snippet
          title={text('connect.client')}
          about={text('connect.client.about')}
          code={CLIENT_PACKAGE}
          onCopy={() => void copy(CLIENT_PACKAGE, text('connect.copied'))}
        />
      </Section>
      <Section title={text('connect.curl.title')} about={text('connect.curl.about')}>
        {curlCommands(server, { mask: shownKey }, examples).map(({ example, command }) => (
          <Snippet
            key={example}
            title={text(`connect.curl.${example}`)}
            code={command}
            onCopy={() =>
              void copyWithKey(
                (key) =>
                  curlCommands(server, { apiKey: key }, examples).find((one) => one.example === example)
                    ?.command ?? null,
              )
            }
          />
        ))}
      </Section>
    </Flex>
  );
};
