// One program in every language: a limit, a class or struct Bill with a method total, and a function add. `NOTE` stands
// where a comment may be, `VALUE` is a number inside the method; the last thing is add.

import type { SymbolKind } from "../../../libs/callgraph/kinds.ts";
import type { LanguageId } from "../../../libs/callgraph/languages/of-path.ts";

export interface Sample {
  source: string;
  comment: string;
  symbols: [kind: SymbolKind, qualified: string][];
  /** Signatures as written. */
  total: string;
  add: string;
  /** Decorators of Bill or total; empty for a language without. */
  decorator?: { of: string; is: string };
}

const java = `package shop;

/** A bill. */
@Entity
public class Bill extends Base {
  static final int LIMIT = 5;

  public Bill(int rate) {
    this.rate = rate;
  }

  /** The total. */
  public int total(int more) {
    NOTE
    return more + VALUE;
  }

  static int add(int a, int b) {
    return a + b;
  }
}
`;

const javascript = `const LIMIT = 5;

/** A bill. */
class Bill extends Base {
  constructor(rate) {
    this.rate = rate;
  }

  /** The total. */
  total(more) {
    NOTE
    return this.rate + more + VALUE;
  }
}

const add = (a, b) => {
  return a + b;
};
`;

const typescript = `const LIMIT = 5;

/** A bill. */
@Entity()
export class Bill<T> extends Base {
  constructor(private rate: number) {
    super();
  }

  /** The total. */
  total(more: number): number {
    NOTE
    return this.rate + more + VALUE;
  }
}

export const add = (a: number, b: number): number => {
  return a + b;
};
`;

const bill: Sample["symbols"] = [
  ["class", "Bill"],
  ["method", "Bill.total"],
];
const scripted: Sample["symbols"] = [
  ["constant", "LIMIT"],
  ...bill,
  ["constructor", "Bill.constructor"],
  ["function", "add"],
];

const typed: Sample = {
  source: typescript,
  comment: "// more, not less",
  symbols: scripted,
  total: "total(more: number): number",
  add: "export const add = (a: number, b: number): number",
  decorator: { of: "Bill", is: "@Entity()" },
};

export const samples: Record<LanguageId, Sample> = {
  python: {
    source: `LIMIT = 5


class Bill(Base):
    """A bill."""

    def __init__(self, rate):
        self.rate = rate

    @cached
    def total(self, more: int) -> int:
        """The total."""
        NOTE
        return self.rate + more + VALUE


def add(a: int, b: int = 2) -> int:
    return a + b
`,
    comment: "# more, not less",
    symbols: [["constant", "LIMIT"], ...bill, ["constructor", "Bill.__init__"], ["function", "add"]],
    total: "def total(self, more: int) -> int",
    add: "def add(a: int, b: int = 2) -> int",
    decorator: { of: "Bill.total", is: "@cached" },
  },
  javascript: {
    source: javascript,
    comment: "// more, not less",
    symbols: scripted,
    total: "total(more)",
    add: "const add = (a, b)",
  },
  typescript: typed,
  tsx: { ...typed, source: typescript.replace("return a + b", "const box = <b>{a}</b>;\n  return a + b") },
  go: {
    source: `package shop

const Limit = 5

// A bill.
type Bill struct {
	rate int
}

// The total.
func (b *Bill) total(more int) int {
	NOTE
	return b.rate + more + VALUE
}

func add(a, b int) int {
	return a + b
}
`,
    comment: "// more, not less",
    symbols: [
      ["constant", "Limit"],
      ["struct", "Bill"],
      ["method", "Bill.total"],
      ["function", "add"],
    ],
    total: "func (b *Bill) total(more int) int",
    add: "func add(a, b int) int",
  },
  rust: {
    source: `pub const LIMIT: usize = 5;

/// A bill.
#[derive(Debug)]
pub struct Bill<T> {
    rate: T,
}

impl<T> Bill<T> {
    /// The total.
    pub fn total(&self, more: usize) -> usize {
        NOTE
        self.rate + more + VALUE
    }
}

fn add(a: i32, b: i32) -> i32 {
    a + b
}
`,
    comment: "// more, not less",
    symbols: [
      ["constant", "LIMIT"],
      ["struct", "Bill"],
      ["method", "Bill.total"],
      ["function", "add"],
    ],
    total: "pub fn total(&self, more: usize) -> usize",
    add: "fn add(a: i32, b: i32) -> i32",
    decorator: { of: "Bill", is: "#[derive(Debug)]" },
  },
  java: {
    source: java,
    comment: "// more, not less",
    symbols: [...bill, ["constant", "Bill.LIMIT"], ["constructor", "Bill.Bill"], ["method", "Bill.add"]],
    total: "public int total(int more)",
    add: "static int add(int a, int b)",
    decorator: { of: "Bill", is: "@Entity" },
  },
  "c-sharp": {
    source: java
      .replace("package shop;", "namespace Shop;")
      .replace("/** A bill. */", "/// <summary>A bill.</summary>")
      .replace("@Entity", "[Entity]")
      .replace("extends", ":")
      .replace("static final int LIMIT", "const int LIMIT"),
    comment: "// more, not less",
    symbols: [
      ["class", "Shop.Bill"],
      ["method", "Shop.Bill.total"],
      ["constant", "Shop.Bill.LIMIT"],
      ["constructor", "Shop.Bill.Bill"],
      ["method", "Shop.Bill.add"],
    ],
    total: "public int total(int more)",
    add: "static int add(int a, int b)",
    decorator: { of: "Shop.Bill", is: "[Entity]" },
  },
  c: {
    source: `#define LIMIT 5

/* A bill. */
struct Bill {
  int rate;
};

/* The total. */
static int *total(struct Bill *bill, int more) {
  NOTE
  return bill->rate + more + VALUE;
}

int add(int a, int b) {
  return a + b;
}
`,
    comment: "// more, not less",
    symbols: [
      ["macro", "LIMIT"],
      ["struct", "Bill"],
      ["function", "total"],
      ["function", "add"],
    ],
    total: "static int *total(struct Bill *bill, int more)",
    add: "int add(int a, int b)",
  },
  cpp: {
    source: `namespace shop {

const int LIMIT = 5;

// A bill.
class Bill : public Base {
 public:
  explicit Bill(int rate) : rate_(rate) {}

  // The total.
  int total(int more) const {
    NOTE
    return rate_ + more + VALUE;
  }

 private:
  int rate_;
};

template <typename T>
T add(T a, T b) {
  return a + b;
}

}  // namespace shop
`,
    comment: "// more, not less",
    symbols: [
      ["variable", "shop.LIMIT"],
      ["class", "shop.Bill"],
      ["constructor", "shop.Bill.Bill"],
      ["method", "shop.Bill.total"],
      ["function", "shop.add"],
    ],
    total: "int total(int more) const",
    add: "template <typename T> T add(T a, T b)",
  },
  ruby: {
    source: `LIMIT = 5

# A bill.
class Bill < Base
  def initialize(rate)
    @rate = rate
  end

  # The total.
  def total(more)
    NOTE
    @rate + more + VALUE
  end
end

def add(a, b)
  a + b
end
`,
    comment: "# more, not less",
    symbols: [["constant", "LIMIT"], ...bill, ["constructor", "Bill.initialize"], ["function", "add"]],
    total: "def total(more)",
    add: "def add(a, b)",
  },
  php: {
    source: `<?php
namespace Shop;

const LIMIT = 5;

/** A bill. */
#[Entity]
class Bill extends Base {
  public function __construct(private int $rate) {
    parent::__construct();
  }

  /** The total. */
  public function total(int $more): int {
    NOTE
    return $this->rate + $more + VALUE;
  }
}

function add(int $a, int $b): int {
  return $a + $b;
}
`,
    comment: "// more, not less",
    symbols: [
      ["constant", "Shop.LIMIT"],
      ["class", "Shop.Bill"],
      ["method", "Shop.Bill.total"],
      ["constructor", "Shop.Bill.__construct"],
      ["function", "Shop.add"],
    ],
    total: "public function total(int $more): int",
    add: "function add(int $a, int $b): int",
    decorator: { of: "Shop.Bill", is: "#[Entity]" },
  },
  kotlin: {
    source: `package shop

const val LIMIT = 5

/** A bill. */
@Serializable
class Bill(private val rate: Int) : Base() {
    constructor() : this(1) {
        check()
    }

    /** The total. */
    fun total(more: Int): Int {
        NOTE
        return rate + more + VALUE
    }
}

fun add(a: Int, b: Int): Int {
    return a + b
}
`,
    comment: "// more, not less",
    symbols: [["constant", "LIMIT"], ...bill, ["constructor", "Bill.constructor"], ["function", "add"]],
    total: "fun total(more: Int): Int",
    add: "fun add(a: Int, b: Int): Int",
    decorator: { of: "Bill", is: "@Serializable" },
  },
  swift: {
    source: `let limit = 5

/// A bill.
@objc
class Bill: Base {
  init(rate: Int) {
    self.rate = rate
  }

  /// The total.
  func total(more: Int) -> Int {
    NOTE
    return rate + more + VALUE
  }
}

func add(a: Int, b: Int) -> Int {
  return a + b
}
`,
    comment: "// more, not less",
    symbols: [["variable", "limit"], ...bill, ["constructor", "Bill.init"], ["function", "add"]],
    total: "func total(more: Int) -> Int",
    add: "func add(a: Int, b: Int) -> Int",
    decorator: { of: "Bill", is: "@objc" },
  },
  bash: {
    source: `LIMIT=5

# The total.
total() {
  NOTE
  echo $(( $1 + VALUE ))
}

function add {
  echo $(( $1 + $2 ))
}
`,
    comment: "# more, not less",
    symbols: [
      ["variable", "LIMIT"],
      ["function", "total"],
      ["function", "add"],
    ],
    total: "total()",
    add: "function add",
  },
};
