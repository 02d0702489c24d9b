# Runs many programs in one process: reads them from standard input with a NUL between any two, and writes for each
# one line of JSON, what it printed and the last line of its error.
import builtins, contextlib, io, json, resource, signal, sys, warnings

warnings.simplefilter("ignore")
sys.stdout.reconfigure(encoding="utf-8", errors="surrogatepass")
sys.stdin.reconfigure(encoding="utf-8", newline="")
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


class TooLong(BaseException):
    pass


def too_long(signal, frame):
    raise TooLong


def run(source):
    out = io.StringIO()
    error = ""
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        code = compile(source, "plan", "exec")
        with contextlib.redirect_stdout(out):
            exec(code, {"__name__": "__main__", "__builtins__": builtins})
    except (TooLong, MemoryError):
        error = "skipped"
    except BaseException as e:
        kind = type(e)
        name = kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
        error = f"{name}: {e}" if str(e) else name
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return out.getvalue(), error


signal.signal(signal.SIGALRM, too_long)
for source in sys.stdin.read().split("\0"):
    print(json.dumps(run(source)), flush=True)
