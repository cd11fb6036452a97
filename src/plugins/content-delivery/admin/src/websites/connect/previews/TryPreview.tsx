import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { ExternalLink, Play } from '@strapi/icons';
import { DELIVERY_PATHS } from '../../../../../contracts/delivery';
import type { LatestPreviewLink } from '../../../../../contracts/previews';
import type { WebsiteOverview } from '../../../../../contracts/websites';
import { BlockedPreview } from '../../../edit-view/previews/BlockedPreview';
import { useOpenPreview } from '../../../edit-view/previews/use-open-preview';
import { useReadApiKey } from '../../../edit-view/website-key/useApiKey';
import { useSend } from '../../../shared/api/use-send';
import { useMoment } from '../../../shared/moments/use-moments';
import { Notice } from '../../../shared/Notice';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { serverOfPanel } from '../../../shared/server-of-panel';
import { useText } from '../../../shared/text';
import { routeAddress } from '../route-address';
import { AnswerView } from '../try-it/AnswerView';
import { callRoute, type RouteAnswer } from '../try-it/call-route';

interface Props {
  website: WebsiteOverview;
  mayReveal: boolean;
}

const ROUTES = { post: DELIVERY_PATHS.blog, 'pseo-page': DELIVERY_PATHS.pseoPages } as const;

/** Opens the draft that was saved last on the website, and shows what the API answers for it. */
export const TryPreview = ({ website, mayReveal }: Props) => {
  const text = useText();
  const moment = useMoment();
  const path = `/${PLUGIN_ID}/websites/${encodeURIComponent(website.documentId)}/preview-links`;
  const preview = useOpenPreview<LatestPreviewLink>(path);
  const check = useCheck(path, website);
  const [opened, setOpened] = useState<LatestPreviewLink | null>(null);
  const problem = preview.problem ?? check.problem;

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex gap={3} wrap="wrap">
        <Button
          startIcon={<ExternalLink />}
          disabled={website.previewUrl === null}
          loading={preview.isOpening}
          onClick={() => void preview.open().then(setOpened)}
        >
          {text('connect.preview.try.open')}
        </Button>
        <Button
          variant="secondary"
          startIcon={<Play />}
          disabled={!mayReveal}
          loading={check.isChecking}
          onClick={() => void check.run()}
        >
          {text('connect.preview.try.check')}
        </Button>
      </Flex>
      {website.previewUrl === null && (
        <Typography textColor="neutral600">{text('connect.preview.try.no-address')}</Typography>
      )}
      {!mayReveal && <Typography textColor="neutral600">{text('try-it.no-permission')}</Typography>}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {preview.blocked !== null && <BlockedPreview address={preview.blocked} />}
      {opened && (
        <Typography role="status">
          {text('connect.preview.try.opened', { name: opened.name, until: moment(opened.validUntil) })}
        </Typography>
      )}
      {check.outcome === 'failed' && <Notice tone="danger">{text('try-it.failed')}</Notice>}
      {check.outcome !== null && check.outcome !== 'failed' && (
        <>
          <Notice tone={check.outcome.answer.status === 200 ? 'success' : 'warning'}>
            {text(
              check.outcome.answer.status === 200
                ? 'connect.preview.try.works'
                : 'connect.preview.try.does-not-work',
              { name: check.outcome.name },
            )}
          </Notice>
          <AnswerView answer={check.outcome.answer} />
        </>
      )}
    </Flex>
  );
};

type Outcome = { name: string; answer: RouteAnswer } | 'failed';

/** Asks the API for the draft that was saved last, as the website would. */
const useCheck = (path: string, website: WebsiteOverview) => {
  const { send, problem } = useSend();
  const readKey = useReadApiKey(website.documentId);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isChecking, setChecking] = useState(false);

  const ask = async (): Promise<Outcome | null> => {
    const made = await send<LatestPreviewLink>({ method: 'post', path });
    const apiKey = made && (await readKey());
    if (!made || apiKey === null) return null;
    const { type, slug, token, name } = made.data;
    const address = routeAddress(serverOfPanel(), ROUTES[type], { apiKey }, { slug, preview: token });
    try {
      return { name, answer: await callRoute(address, new AbortController().signal) };
    } catch {
      return 'failed';
    }
  };
  const run = async (): Promise<void> => {
    setChecking(true);
    setOutcome(null);
    setOutcome(await ask());
    setChecking(false);
  };
  return { run, outcome, isChecking, problem };
};
