"""Imports a generated client and prints its operations and models as JSON."""

import importlib
import inspect
import json
import pkgutil
import re
import sys

sys.path.insert(0, ".")

package = importlib.import_module(sys.argv[1])
operations = []
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    loaded = importlib.import_module(module.name)
    if not hasattr(loaded, "sync_detailed"):
        continue
    source = inspect.getsource(loaded._get_kwargs)
    method = re.search(r'"method": "(\w+)"', source)
    url = re.search(r'"url": "([^"]+)"', source)
    operations.append(
        {
            "name": module.name.split(".")[-1],
            "method": method.group(1) if method else "",
            "url": url.group(1) if url else "",
        }
    )
models = [name for name in importlib.import_module(package.__name__ + ".models").__all__]
print(json.dumps({"operations": operations, "models": models}))
