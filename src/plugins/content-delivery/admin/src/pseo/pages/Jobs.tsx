import { useState } from 'react';
import { Flex, TextButton } from '@strapi/design-system';
import type { PageJob } from '../../../../contracts/pseo-pages';
import { useText } from '../../shared/text';
import { JobCard } from './JobCard';
import { isUnderWay } from '../../shared/is-under-way';

interface Props {
  /** The latest first. */
  jobs: readonly PageJob[];
  mayChange: boolean;
  onChanged(): void;
}

/** For how long the last change is shown after its end without asking for it, in milliseconds. */
const RECENT = 10 * 60_000;

/** Changes of many pages: those under way and the last one, and the others on demand. */
export const Jobs = ({ jobs, mayChange, onChanged }: Props) => {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const first = jobs.find((job) => !isUnderWay(job));
  const isRecent =
    first !== undefined && Date.now() - Date.parse(first.finishedAt ?? first.createdAt) < RECENT;
  const shown = jobs.filter(
    (job) => showsAll || isUnderWay(job) || (job === first && isRecent && !dismissed.has(job.documentId)),
  );
  const others = jobs.length - shown.length;
  if (jobs.length === 0) return null;

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {shown.map((job) => (
        <JobCard
          key={job.documentId}
          job={job}
          mayChange={mayChange}
          onChanged={onChanged}
          onDismiss={
            isUnderWay(job) || showsAll ? null : () => setDismissed(new Set([...dismissed, job.documentId]))
          }
        />
      ))}
      {(others > 0 || showsAll) && (
        <Flex>
          <TextButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? text('pseo.jobs.hide') : text('pseo.jobs.show', { count: others })}
          </TextButton>
        </Flex>
      )}
    </Flex>
  );
};
