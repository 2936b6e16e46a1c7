// The room of transcripts: the files that hosts write, and how far each was read. Import only this file; the other files are
// private.

export {
  dropTranscriptMark,
  leaveTranscripts,
  noteTranscript,
  saveTranscriptMark,
  type TranscriptMark,
  transcriptMark,
  transcriptPaths,
  transcriptsOfSession,
  transcriptsReadSince,
  transcriptTwins,
} from "./transcripts.ts";
