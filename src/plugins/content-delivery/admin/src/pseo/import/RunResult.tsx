import type { ImportRun, PageImport } from '../../../../contracts/pseo-imports';
import { useText } from '../../shared/text';
import { Figures } from '../../shared/Figures';
import { Section } from '../../shared/Section';

/** What a run has done, or had done when it ended early. */
export const RunResult = ({ pageImport, run }: { pageImport: PageImport; run: ImportRun }) => {
  const text = useText();
  const { created, updated, same, skipped } = run.result;
  return (
    <Section
      title={text(`pseo.result.${run.state === 'done' ? 'done' : 'stopped'}`, {
        done: run.done,
        total: run.total,
      })}
      about={text(run.options.publish ? 'pseo.result.live' : 'pseo.result.drafts', {
        campaign: pageImport.campaign.name,
      })}
    >
      <Figures
        figures={[
          { name: text('pseo.check.create'), value: created },
          { name: text('pseo.result.updated'), value: updated },
          { name: text('pseo.result.same'), value: same },
          { name: text('pseo.result.skipped'), value: skipped, tone: 'danger700' },
        ]}
      />
    </Section>
  );
};
