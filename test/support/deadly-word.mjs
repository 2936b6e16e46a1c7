// Loaded into a process first: it dies, as if out of memory, when it parses the word in DEADLY_WORD.

const { parse } = JSON;

JSON.parse = (text, ...rest) => {
  if (String(text).includes(process.env.DEADLY_WORD)) process.kill(process.pid, "SIGKILL");
  return parse(text, ...rest);
};
