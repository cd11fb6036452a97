import { Badge, Button, Flex, Td, Tr, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useParams } from 'react-router-dom';
import { importReportTable } from '../../../../contracts/import-report-table';
import type { ImportReport, ImportReportLine } from '../../../../contracts/import-reports';
import { DataTable, WRAPPED } from '../../shared/DataTable';
import { useExactMoment } from '../../shared/moments/use-moments';
import { Notice } from '../../shared/Notice';
import { saveFile } from '../../shared/save-file';
import { Section } from '../../shared/Section';
import { useText } from '../../shared/text';
import { OneWebsitePage } from '../OneWebsitePage';
import { useImportReport } from '../../shared/api/use-import-report';

const LOSSES = ['left-out', 'altered', 'note'] as const;
const COLUMNS = ['kind', 'times', 'where', 'what', 'to-do'] as const;

/** What the latest import of a website has left out, altered and noted. */
export const ImportReportPage = () => {
  const text = useText();
  const when = useExactMoment();
  const { documentId = '' } = useParams();
  const { answer, problem, isLoading } = useImportReport(documentId);
  const report = answer?.data ?? null;

  return (
    <OneWebsitePage
      isLoading={isLoading}
      title={(website) => text('import-report.title', { website })}
      subtitle={report ? text('import-report.subtitle', { when: when(report.at) }) : ''}
      action={() => report && report.lines.length > 0 && <Downloads report={report} />}
    >
      {() => (
        <>
          {problem !== null && <Notice tone="danger">{problem}</Notice>}
          {answer && report === null && <Typography>{text('import-report.none')}</Typography>}
          {report?.lines.length === 0 && <Notice tone="success">{text('import-report.complete')}</Notice>}
          {LOSSES.map((loss) => (
            <Lines
              key={loss}
              title={text(`import-report.${loss}`)}
              lines={(report?.lines ?? []).filter((line) => line.loss === loss)}
            />
          ))}
          {report && report.left > 0 && (
            <Notice tone="info">{text('import-report.left', { count: report.left })}</Notice>
          )}
        </>
      )}
    </OneWebsitePage>
  );
};

const Lines = ({ title, lines }: { title: string; lines: readonly ImportReportLine[] }) => {
  const text = useText();
  if (lines.length === 0) return null;
  return (
    <Section title={title} badge={<Badge>{lines.length}</Badge>}>
      <DataTable headings={COLUMNS.map((column) => text(`import-report.${column}`))} rows={lines.length}>
        {lines.map(({ kind, count, where, what, whatToDo }, place) => (
          <Tr key={place}>
            {[kind, text('import-report.count', { count }), where, what, whatToDo].map((cell, column) => (
              <Td key={column}>
                <Typography style={WRAPPED}>{cell}</Typography>
              </Td>
            ))}
          </Tr>
        ))}
      </DataTable>
    </Section>
  );
};

/** What the page shows, as a file. */
const Downloads = ({ report }: { report: ImportReport }) => {
  const text = useText();
  const name = `import-${report.at.slice(0, 10)}`;
  const formats = {
    // Spreadsheets take it for an older character set without the mark.
    csv: () => new Blob(['\ufeff', importReportTable(report.lines)], { type: 'text/csv;charset=utf-8' }),
    json: () => new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
  };
  return (
    <Flex gap={2}>
      {Object.entries(formats).map(([format, make]) => (
        <Button
          key={format}
          variant="secondary"
          startIcon={<Download />}
          onClick={() => saveFile(make(), `${name}.${format}`)}
        >
          {text(`import-report.${format}`)}
        </Button>
      ))}
    </Flex>
  );
};
